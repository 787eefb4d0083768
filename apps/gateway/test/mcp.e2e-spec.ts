import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  ArtifactDetail,
  ArtifactVersion,
  FoundPassage,
  Page,
  Project,
  Signal,
  Tool,
  ToolParameter,
  ToolRun,
} from '@pks/contracts';
import type { Client } from '@modelcontextprotocol/client';
import { eventually } from '@pks/testing/black-box';
import { MODES, callTool, closeMcp, connectMcp } from './support/mcp.ts';
import { type Person, World } from './support/world.ts';

const world = new World();
const CONTENT = '# Refunds\n\nA refund takes three weeks.';

let project: Project;
let slug: string;
let viewer: Person;

beforeAll(async () => {
  project = await world.project();
  viewer = await world.member(project.id);
  slug = (await world.artifact(project.id, { title: 'Refunds', definition_short: 'How we refund.' })).slug;
  const artifact = `/projects/${project.id}/artifacts/${slug}/`;
  await world.founder.post(`${artifact}versions/`, { payload: CONTENT });
  await world.founder.post(`${artifact}publish-head/`);
});

afterAll(closeMcp);

const modes = Object.entries(MODES);

describe.each(modes)('/mcp, to a client %s', (name, mode) => {
  let admin: Client;
  let reader: Client;

  beforeAll(async () => {
    admin = await connectMcp(world.baseUrl, world.founderToken, mode);
    reader = await connectMcp(world.baseUrl, viewer.token, mode);
  });

  it('says what it is and how to begin', () => {
    expect(reader.getServerVersion()).toMatchObject({ name: 'project-knowledge-service' });
    expect(reader.getInstructions()).toContain('list_projects');
    expect(reader.getServerCapabilities()).toEqual({ tools: {}, resources: {} });
  });

  it('describes its tools to a model', async () => {
    const { tools } = await reader.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['list_projects', true],
      ['list_artifacts', true],
      ['read_artifact', true],
      ['search_knowledge', true],
      ['list_tools', true],
      ['get_tool_parameters', true],
      ['run_tool', false],
      ['submit_signal', false],
      ['append_version', false],
    ]);
    // It can search the web.
    const isOpen = tools.filter(({ annotations }) => annotations?.openWorldHint);
    expect(isOpen.map(({ name }) => name)).toEqual(['run_tool']);
    for (const { title, description, inputSchema } of tools) {
      expect([title, description]).toEqual([expect.any(String), expect.any(String)]);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
    expect(tools.find(({ name }) => name === 'read_artifact')?.inputSchema).toEqual({
      type: 'object',
      properties: {
        project_id: { type: 'string', format: 'uuid', description: 'The id of the project.' },
        slug: expect.objectContaining({ type: 'string', maxLength: 255 }),
        offset: expect.objectContaining({ type: 'integer', default: 0 }),
        max_characters: expect.objectContaining({ type: 'integer', maximum: 100_000, default: 100_000 }),
      },
      required: ['project_id', 'slug'],
      additionalProperties: false,
    });
  });

  it('lists the projects of the caller', async () => {
    const { body } = await callTool<Page<Project>>(reader, 'list_projects');
    expect(body).toEqual({
      count: 1,
      next_offset: null,
      results: [expect.objectContaining({ id: project.id })],
    });
  });

  it('lists artifacts page by page', async () => {
    const given = { project_id: project.id, limit: 5 };
    const first = await callTool<Page<ArtifactDetail>>(reader, 'list_artifacts', given);
    expect(first.body).toMatchObject({ count: 8, next_offset: 5 });
    const second = await callTool<Page<ArtifactDetail>>(reader, 'list_artifacts', { ...given, offset: 5 });
    expect(second.body).toMatchObject({ count: 8, next_offset: null });
    const slugs = [...first.body.results, ...second.body.results].map((artifact) => artifact.slug);
    expect([slugs.length, slugs.includes(slug)]).toEqual([8, true]);
  });

  it('reads the published content of an artifact, as the API does', async () => {
    const { body } = await callTool(reader, 'read_artifact', { project_id: project.id, slug });
    const api = await viewer.api.get<ArtifactDetail>(`/projects/${project.id}/artifacts/${slug}/`);
    expect(body).toEqual(api.body);
    expect(body['payload']).toBe(CONTENT);
  });

  it('reads a long text in parts, unless it is read as a resource', async () => {
    const place = { project_id: (await world.project()).id, slug: 'brief' };
    const artifact = `/projects/${place.project_id}/artifacts/brief/`;
    const text = '😀 A refund takes three weeks.\n'.repeat(7_000);
    await world.founder.post(`${artifact}versions/`, { payload: text });
    await world.founder.post(`${artifact}publish-head/`);
    const parts: string[] = [];
    for (let next: unknown = 0; next !== null;) {
      const { body } = await callTool(admin, 'read_artifact', { ...place, offset: next });
      expect(body).toMatchObject({ offset: next, total_characters: text.length });
      parts.push(String(body['payload']));
      next = body['next_offset'];
    }
    expect(parts.map((part) => part.length <= 100_000)).toEqual([true, true, true]);
    expect(parts.join('')).toBe(text);
    const { contents } = await admin.readResource({ uri: `artifact://${place.project_id}/brief` });
    expect(contents).toEqual([expect.objectContaining({ text })]);
  });

  it('finds passages', async () => {
    const given = { project_id: project.id, query: 'How long may a refund take?' };
    const find = (): Promise<{ body: FoundPassage[] }> => callTool(reader, 'search_knowledge', given);
    await eventually('it is indexed', async () => (await find()).body.length > 0);
    expect((await find()).body).toEqual([
      expect.objectContaining({ kind: 'artifact', slug, text: expect.stringContaining('three weeks') }),
    ]);
  });

  it('runs a tool of the project as the caller', async () => {
    const { id: project_id } = project;
    const { body: found } = await callTool<Page<Tool>>(reader, 'list_tools', { project_id });
    const tool_id = found.results.find(({ tool_type }) => tool_type === 'retrieval')?.id;
    const { body: parameters } = await callTool<readonly ToolParameter[]>(reader, 'get_tool_parameters', {
      project_id,
      tool_id,
    });
    expect(parameters.map(({ id }) => id)).toEqual(['query', 'top_k']);
    const query = 'How long may a refund take?';
    const run = (given: object) => callTool(reader, 'run_tool', { project_id, tool_id, parameters: given });
    expect((await run({ query, top_k: 1 })).body).toEqual([expect.objectContaining({ slug })]);
    expect(await run({})).toMatchObject({
      isError: true,
      body: { query: ['This field is required.'], error_code: 'missing_parameter', status: 'error' },
      meta: { status: 400 },
    });
    const wrong = await callTool(reader, 'run_tool', { project_id, tool_id, parameters: [] });
    expect(wrong).toMatchObject({
      isError: true,
      body: { parameters: [expect.any(String)], error_type: 'validation_error', status: 'error' },
      meta: { status: 400 },
    });
    expect(wrong.body).toMatchObject({ error_code: 'invalid_parameter', message: expect.any(String) });
    const runs = await world.founder.get<Page<ToolRun>>(`/projects/${project_id}/tools/${tool_id}/runs/`);
    expect(runs.body.results.slice(0, 2).map(({ run_by, status }) => [run_by.email, status])).toEqual([
      [viewer.email, 'error'],
      [viewer.email, 'success'],
    ]);
    expect((await run({ query, colour: 'red' })).body).toEqual(
      expect.not.objectContaining({ hint: expect.anything() }),
    );
    expect((await callTool(reader, 'run_tool', { project_id })).body).toMatchObject({
      tool_id: ['This field is required.'],
      error_code: 'missing_parameter',
    });
    expect((await callTool(reader, 'run_tool', { project_id, tool_id, query })).body).toMatchObject({
      query: ['Unknown field.'],
      error_code: 'unknown_parameter',
      hint: 'Send the parameters of the tool in `parameters`.',
    });
  });

  it('has a tool that reads a document that was found', async () => {
    const { id: project_id } = project;
    const { body: found } = await callTool<Page<Tool>>(reader, 'list_tools', { project_id });
    const tool_id = found.results.find(({ tool_type }) => tool_type === 'document_retrieval')?.id;
    const given = { project_id, tool_id };
    const { body } = await callTool<readonly ToolParameter[]>(reader, 'get_tool_parameters', given);
    expect(body.filter(({ required }) => required).map(({ id }) => id)).toEqual(['document_id']);
  });

  it('submits a signal as the caller, from MCP', async () => {
    const given = {
      project_id: project.id,
      feedback: 'It takes two weeks.',
      context: { user_message: 'How long?', source: 'Manual' },
    };
    const { body } = await callTool<Signal>(reader, 'submit_signal', given);
    expect(body).toMatchObject({
      source: 'MCP',
      user_message: 'How long?',
      given_by: { email: viewer.email },
    });
    const list = await viewer.api.get<Page<Signal>>(`/projects/${project.id}/signals/`);
    expect(list.body.results.map(({ id }) => id)).toContain(body.id);
  });

  it('appends a version, from `mcp`', async () => {
    const { id: project_id } = await world.project();
    const given = { project_id, slug: 'brief', payload: '# New', base_version_number: 0 };
    const { body } = await callTool<ArtifactVersion>(admin, 'append_version', given);
    expect(body).toMatchObject({ version_number: 1, edit_source: 'mcp' });
    expect(body).not.toHaveProperty('payload');
    const head = `/projects/${project_id}/artifacts/brief/?version=head`;
    expect((await world.founder.get<ArtifactDetail>(head)).body.payload).toBe('# New');
    const again = await callTool(admin, 'append_version', given);
    expect(again).toMatchObject({
      isError: true,
      body: { error: expect.any(String), head_version_number: 1 },
      meta: { status: 409 },
    });
  });

  it('lets no agent overwrite unnoticed what it has not read', async () => {
    const place = { project_id: (await world.project()).id, slug: 'brief' };
    const { body: read } = await callTool<ArtifactDetail>(admin, 'read_artifact', place);
    const based = (base_version_number: unknown) =>
      callTool(admin, 'append_version', { ...place, payload: '# Mine', base_version_number });
    expect(await based(read.selected_version_number)).toMatchObject({
      isError: true,
      body: { base_version_number: ['This field may not be null.'] },
      meta: { status: 400 },
    });
    expect((await based(0)).isError).toBe(false);
    expect(await based(0)).toMatchObject({ body: { head_version_number: 1 }, meta: { status: 409 } });
  });

  it('makes a change once for each idempotency key', async () => {
    const given = { project_id: project.id, feedback: 'Once.', idempotency_key: `${name}, once` };
    const [context, inAnotherOrder] = [
      { a: 1, b: { c: 2, d: 3 } },
      { b: { d: 3, c: 2 }, a: 1 },
    ];
    const [first, second] = [
      await callTool<Signal>(admin, 'submit_signal', { ...given, context }),
      await callTool<Signal>(admin, 'submit_signal', { context: inAnotherOrder, ...given }),
    ];
    expect(second.body).toEqual(first.body);
    expect([first.meta?.['replayed'], second.meta?.['replayed']]).toEqual([undefined, true]);
    const other = await callTool(admin, 'submit_signal', { ...given, context, feedback: 'Twice.' });
    expect(other).toMatchObject({ isError: true, meta: { status: 422 } });
  });

  it('repeats a refusal under its idempotency key, and says so', async () => {
    const { id: project_id } = await world.project();
    const given = { project_id, slug: 'brief', payload: '# New', base_version_number: 7 };
    const append = () => callTool(admin, 'append_version', { ...given, idempotency_key: project_id });
    const first = await append();
    expect(first).toMatchObject({ isError: true, meta: { status: 409 } });
    expect(first.meta?.['replayed']).toBeUndefined();
    expect(await append()).toEqual({ ...first, meta: { ...first.meta, replayed: true } });
  });

  it('says what is wrong with arguments, by name', async () => {
    const call = (tool: string, given: Record<string, unknown>) => callTool(reader, tool, given);
    const project_id = project.id;
    expect(await call('list_artifacts', {})).toMatchObject({
      isError: true,
      body: { project_id: ['This field is required.'] },
      meta: { status: 400 },
    });
    expect(await call('list_artifacts', { project_id, limit: 0, page: 2 })).toMatchObject({
      isError: true,
      body: { limit: [expect.any(String)], page: [expect.any(String)] },
    });
    expect(await call('append_version', { project_id, slug, payload: '', edit_source: 'ui' })).toMatchObject({
      isError: true,
      meta: { status: 403 },
    });
    expect(await call('read_artifact', { project_id, slug, version: 'head' })).toMatchObject({
      isError: true,
      body: { version: [expect.any(String)] },
    });
    await expect(reader.callTool({ name: 'drop_tables' })).rejects.toThrow('There is no tool "drop_tables".');
  });
});
