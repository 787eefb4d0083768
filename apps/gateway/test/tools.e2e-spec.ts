import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type {
  ArtifactDetail,
  DocumentItem,
  FoundPassage,
  Page,
  Project,
  Tool,
  ToolDetail,
  ToolParameter,
  ToolRun,
} from '@pks/contracts';
import { eventually } from '@pks/testing/black-box';
import type { OpenApi } from './support/documented.ts';
import { formOf } from './support/forms.ts';
import { wholeDocument } from './support/whole-document.ts';
import { type Person, World } from './support/world.ts';

type Found = Readonly<Record<string, unknown>>;

const world = new World();
const { founder } = world;

let project: Project;
let viewer: Person;
let tools: string;
let plan: DocumentItem;
let report: DocumentItem;
let artifact: ArtifactDetail;
let passages: string;

beforeAll(async () => {
  project = await world.project('auto_publish');
  viewer = await world.member(project.id);
  tools = toolsOf(project);
  const form = formOf(
    [
      { name: 'Plan.md', content: '# Plan\n\nRefunds take five days.' },
      { name: 'Report.md', content: '# Report\n\nNobody complains.' },
    ],
    {
      files_metadata: JSON.stringify([
        [
          ['department', 'Straße'],
          ['year', '2026'],
        ],
        [['year', '2026']],
      ]),
    },
  );
  const upload = `/projects/${project.id}/documents/bulk-upload/`;
  [plan, report] = (await founder.post<DocumentItem[]>(upload, form)).body as [DocumentItem, DocumentItem];
  const artifacts = `/projects/${project.id}/artifacts/`;
  const fields = { title: 'Refund rules', technical_type: 'markdown' };
  artifact = (await founder.post<ArtifactDetail>(artifacts, fields)).body;
  const payload = 'Refunds above 100 EUR are approved by the manager.';
  await founder.post(`${artifacts}${artifact.slug}/versions/`, { payload });
  passages = (await list(`${tools}?tool_type=retrieval`))[0]?.id ?? '';
  await eventually('both can be found', async () => (await kindsFound()).join() === 'artifact,document');
});

const toolsOf = ({ id }: Project): string => `/projects/${id}/tools/`;
const list = async (path: string): Promise<readonly Tool[]> =>
  (await viewer.api.get<Page<Tool>>(path)).body.results;
const create = async (fields: object): Promise<ToolDetail> => {
  const { body, status } = await founder.post<ToolDetail>(tools, fields);
  expect(status).toBe(201);
  return body;
};
const run = (id: string, body: unknown) => viewer.api.post<readonly Found[]>(`${tools}${id}/run/`, body);

async function kindsFound(): Promise<readonly unknown[]> {
  const { body } = await run(passages, { query: 'refunds' });
  return [...new Set(body.map(({ kind }) => kind))].toSorted();
}

describe('tools', () => {
  it('are listed for members, in the envelope of lists', async () => {
    const { status, body } = await viewer.api.get<Page<Tool>>(`${tools}?limit=1`);
    expect(status).toBe(200);
    const { count, results } = body;
    expect(count).toBeGreaterThan(1);
    expect(results).toEqual([
      {
        id: passages,
        name: 'Semantic search',
        description: expect.any(String),
        tool_type: 'retrieval',
        retrieval_mode: 'semantic-chunks',
        category: 'local',
        owner_project_id: project.id,
        owner_project_name: project.name,
        readonly: false,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    const wrong = await viewer.api.get(`${tools}?tool_type=magic`);
    expect([wrong.status, wrong.body]).toMatchObject([
      400,
      { tool_type: ['"magic" is not a valid choice.'] },
    ]);
  });

  it('describe their parameters', async () => {
    const { body } = await viewer.api.get<readonly ToolParameter[]>(`${tools}${passages}/parameters/`);
    expect(body).toMatchObject([
      { id: 'query', type: 'string', required: true },
      { id: 'top_k', type: 'integer', required: false, default: 10 },
    ]);
    const unknown = randomUUID();
    const statusOf = async (of: string, tool: string) =>
      (await viewer.api.get(`${of}${tool}/parameters/`)).status;
    expect(await statusOf(tools, unknown)).toBe(404);
    // The route does not list a 404 (decisions 1, Project check).
    expect(await statusOf(`/projects/${unknown}/tools/`, passages)).toBe(403);
  });

  it('are created, changed and deleted by admins, with settings that fit', async () => {
    const wrong = await founder.post<object>(tools, {
      name: 'Handbooks',
      tool_type: 'retrieval',
      configuration: { kinds: ['interview'] },
    });
    expect(wrong.status).toBe(400);
    expect(Object.keys(wrong.body)).toEqual(['error', 'configuration.kinds.0']);
    const { id } = await create({ name: 'Handbooks', tool_type: 'retrieval' });
    const path = `${tools}${id}/`;
    expect((await founder.patch<Tool>(path, { name: 'Rules' })).body.name).toBe('Rules');
    expect((await viewer.api.patch(path, { name: 'Mine' })).status).toBe(403);
    expect((await viewer.api.post(tools, { name: 'Mine', tool_type: 'retrieval' })).status).toBe(403);
    expect((await founder.delete(path)).status).toBe(204);
    expect((await viewer.api.get(path)).status).toBe(404);
  });
});

describe('a run', () => {
  it('finds passages of documents and artifacts', async () => {
    const { status, body } = await run(passages, { query: 'refunds' });
    expect(status).toBe(200);
    expect(body.map(({ id }) => id).toSorted()).toEqual([plan.id, artifact.id].toSorted());
    const search = `/projects/${project.id}/search/`;
    const request = { query: 'refunds', kinds: ['artifact', 'document'] };
    expect(body).toEqual((await viewer.api.post<FoundPassage[]>(search, request)).body);
  });

  it('finds whole objects', async () => {
    const { id } = await create({
      name: 'Objects',
      tool_type: 'retrieval',
      retrieval_mode: 'semantic-objects',
    });
    const { body } = await run(id, { query: 'refunds', top_k: 1 });
    expect(body).toHaveLength(1);
    expect([plan.id, artifact.id]).toContain(body[0]?.['id']);
    expect(body[0]).toHaveProperty('best_passage');
  });

  it('finds documents by a template over their metadata', async () => {
    const template = [
      { key: 'department', value: '{department}' },
      { key: 'year', value: '20{year}' },
    ];
    const { id } = await create({
      name: 'Of a department',
      tool_type: 'retrieval',
      retrieval_mode: 'templated-query',
      configuration: { template },
    });
    const found = async (department: string, year: string) =>
      (await run(id, { department, year })).body.map((document) => document['id']);
    expect(await found('STRASSE', '26')).toEqual([plan.id]);
    expect(await found('STRASSE', '25')).toEqual([]);
  });

  it('reads a document', async () => {
    const [reader] = await list(`${tools}?tool_type=document_retrieval`);
    const { body } = await run(reader?.id ?? '', { document_id: report.id });
    expect(body).toMatchObject([{ document_id: report.id, name: 'Report.md', next_offset: null }]);
    expect(body[0]?.['text']).toContain('Nobody complains.');
    const unknown = await run(reader?.id ?? '', { document_id: randomUUID() });
    expect([unknown.status, unknown.body]).toEqual([
      404,
      {
        error: 'Not found.',
        error_type: 'execution_error',
        error_code: 'not_found',
        status: 'error',
        message: 'Not found.',
      },
    ]);
  });

  it.each([
    [{}, { query: ['This field is required.'] }, 'missing_parameter'],
    [{ query: 'x', colour: 'red' }, { colour: ['Unknown field.'] }, 'unknown_parameter'],
    [{ query: 'x', top_k: '3' }, { top_k: ['A valid integer is required.'] }, 'invalid_parameter'],
  ])('with wrong parameters is an error in the shape of tools: %j', async (body, fields, error_code) => {
    const [message] = Object.values(fields).flat();
    const answer = await run(passages, body);
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: message, ...fields, error_type: 'validation_error', error_code, status: 'error', message },
    ]);
  });

  it('has no parameters in its address', async () => {
    const address = `${tools}${passages}/run/?x=1`;
    expect((await viewer.api.post(address, { query: 'x' })).body).toMatchObject({
      x: ['Unknown field.'],
      error_type: 'validation_error',
      error_code: 'unknown_parameter',
    });
  });

  it('needs an object of texts', async () => {
    for (const body of ['[]', '"text"', 'null'])
      expect((await run(passages, body)).body).toHaveProperty('non_field_errors');
    expect((await run(passages, { query: 'a\u0000b' })).status).toBe(400);
  });

  it.each([
    ['[]', 'non_field_errors', 'Expected a JSON object.'],
    ['null', 'non_field_errors', 'This field may not be null.'],
    ['{"__proto__": 1}', 'non_field_errors', 'The key "__proto__" is not allowed.'],
    [{ query: 'a\u0000b' }, 'query', 'Texts may not contain NUL or lone surrogates.'],
  ])(
    'with a body that no tool can take is an error in the shape of tools: %j',
    async (body, key, message) => {
      const answer = await run(passages, body);
      expect([answer.status, answer.body]).toEqual([
        400,
        {
          error: message,
          [key]: [message],
          error_type: 'validation_error',
          error_code: 'invalid_parameter',
          status: 'error',
          message,
        },
      ]);
    },
  );

  it('that failed is answered the same under its Idempotency-Key, and does not run again', async () => {
    const { id } = await create({ name: 'Failing', tool_type: 'retrieval' });
    const fail = () => viewer.api.post(`${tools}${id}/run/`, {}, { 'idempotency-key': id });
    const [first, second] = [await fail(), await fail()];
    expect([second.status, second.text]).toEqual([400, first.text]);
    const replayed = [first, second].map(({ headers }) => headers.get('idempotent-replayed'));
    expect(replayed).toEqual([null, 'true']);
    expect((await founder.get<Page<ToolRun>>(`${tools}${id}/runs/`)).body.count).toBe(1);
  });

  it('is described with any object, and objects with any fields', async () => {
    const { body } = await world.anybody.get<OpenApi>('/openapi.json');
    const described = wholeDocument(body).paths['/projects/{project_id}/tools/{tool_id}/run/']?.['post'];
    const schemaOf = (content: unknown): unknown => Object.values(content ?? {})[0];
    expect(schemaOf(described?.requestBody?.content)).toMatchObject({ schema: { type: 'object' } });
    expect(schemaOf(described?.responses['200']?.content)).toMatchObject({
      schema: { type: 'array', items: { type: 'object', additionalProperties: true } },
    });
  });

  it('of an unknown tool, or of a tool of another project, is not found', async () => {
    const other = await world.project();
    const { body } = await founder.get<Page<Tool>>(toolsOf(other));
    const answers = [await run(body.results[0]?.id ?? '', {}), await run(randomUUID(), {})];
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      Array(2).fill([404, '{"error":"Not found."}']),
    );
  });

  it('is listed for admins, with who ran it and what', async () => {
    const { id } = await create({ name: 'Counted', tool_type: 'retrieval' });
    await run(id, { query: 'refunds' });
    await run(id, {});
    const path = `${tools}${id}/runs/`;
    const { body } = await founder.get<Page<ToolRun>>(path);
    const run_by = { id: viewer.id, email: viewer.email };
    expect(body).toMatchObject({
      count: 2,
      results: [
        { run_by, status: 'error', input_parameters: {}, result_count: 0 },
        { run_by, status: 'success', input_parameters: { query: 'refunds' }, error: null },
      ],
    });
    expect((await viewer.api.get(path)).status).toBe(403);
  });
});

describe('a tool of another project', () => {
  it('is imported by an admin of both, and searches where it is run', async () => {
    const other = await world.project();
    const { id } = await create({ name: 'Shared', tool_type: 'retrieval' });
    const path = toolsOf(other);
    const { status, body } = await founder.post<ToolDetail>(`${path}import/`, { tool_id: id });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      category: 'imported',
      readonly: true,
      owner_project_id: project.id,
      owner_project_name: project.name,
    });
    expect((await founder.post(`${path}${id}/run/`, { query: 'refunds' })).body).toEqual([]);
    expect((await founder.patch(`${path}${id}/`, { name: 'Mine' })).status).toBe(403);
    const name = `Renamed ${randomUUID()}`;
    await founder.patch(`/projects/${project.id}/`, { name });
    await eventually('its owner is renamed', async () => {
      const imported = (await founder.get<ToolDetail>(`${path}${id}/`)).body;
      return imported.owner_project_name === name;
    });
    await founder.delete(`${tools}${id}/`);
    expect((await founder.get(`${path}${id}/`)).status).toBe(404);
  });

  it('is not found by those who administer only one of them', async () => {
    const other = await world.project();
    const admin = await world.member(other.id, ['CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS']);
    const [foreign, unknown] = [
      await admin.api.post(`${toolsOf(other)}import/`, { tool_id: passages }),
      await admin.api.post(`${toolsOf(other)}import/`, { tool_id: randomUUID() }),
    ];
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(unknown.text);
  });
});
