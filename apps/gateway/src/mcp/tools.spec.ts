import { describe, expect, it } from '@jest/globals';
import { Invalid } from '@pks/platform/process';
import type { McpTool } from './tool.ts';
import { TOOLS } from './tools.ts';

const project_id = '018f0000-0000-7000-8000-000000000000';

function tool(name: string): McpTool {
  const found = TOOLS.get(name);
  if (!found) throw new Error(`There is no tool ${name}.`);
  return found;
}

describe.each([...TOOLS])('%s', (name, { route, notes, schema, readOnly }) => {
  it('is described in sentences, under a name that models accept', () => {
    expect(name).toMatch(/^[a-z_]{3,40}$/);
    expect(notes.description).toMatch(/^[A-Z][^]{30,}\.$/);
  });

  it('is about a project that the caller names, or lists them', () => {
    const named = schema.required?.includes('project_id') ?? false;
    expect(named).toBe(route.path.includes('{project_id}'));
    expect(named || name === 'list_projects').toBe(true);
  });

  it('has an idempotency key if it changes something', () => {
    expect(Object.hasOwn(schema.properties ?? {}, 'idempotency_key')).toBe(!readOnly);
  });
});

describe('a tool', () => {
  it('says what it sets in an argument', () => {
    const context = { source: 'chat', ticket: 7 };
    const { request } = tool('submit_signal').read({ project_id, feedback: 'Out of date.', context });
    expect(request['context']).toEqual({ source: 'MCP', ticket: 7 });
    expect(tool('submit_signal').schema.properties?.['context']).toEqual({
      type: 'object',
      additionalProperties: true,
      default: {},
      description: expect.stringMatching(/`source` is set to `MCP`.+ 64 KiB, `source` included/),
    });
  });

  it('that finds passages says how to read on: in an artifact, and in a document', () => {
    const { description } = tool('search_knowledge').notes;
    for (const name of ['read_artifact', 'run_tool', 'list_tools']) expect(TOOLS.has(name)).toBe(true);
    expect(description).toMatch(/an artifact, by its `slug`, with `read_artifact`/);
    expect(description).toMatch(
      /a document, .+ `run_tool` .+ `tool_type` is `document_retrieval` \(see `list_tools`\), .+ `id` as `document_id`/,
    );
  });

  it('asks for 0, never null, where a version is based on nothing', () => {
    const { schema, notes } = tool('append_version');
    expect(notes.description).toContain('where it is null, pass 0');
    expect(schema.properties?.['base_version_number']).toMatchObject({
      type: 'integer',
      description: expect.stringContaining('0 where nothing was published'),
    });
  });

  it('reads arguments as its call does, and adds what the caller may not choose', () => {
    const { request, key } = tool('append_version').read({
      project_id,
      slug: 'brief',
      payload: '# New',
      idempotency_key: 'k',
    });
    expect(request).toEqual({
      project_id,
      slug: 'brief',
      payload: '# New',
      short_name: '',
      change_summary: '',
      edit_source: 'mcp',
    });
    expect(key).toBe('k');
    expect(tool('read_artifact').read({ project_id, slug: 'brief' })).toEqual({
      given: { project_id, slug: 'brief', offset: 0, max_characters: 100_000 },
      request: { project_id, slug: 'brief', version: 'published' },
    });
  });

  it.each([
    ['read_artifact', { slug: 'brief', version: 'head' }],
    ['read_artifact', { slug: 'brief', max_characters: 100_001 }],
    ['append_version', { slug: 'brief', payload: '', edit_source: 'ui' }],
    ['append_version', { slug: 'brief', payload: '', base_version_number: null }],
    ['append_version', { slug: 'brief', payload: '', idempotency_key: ' ' }],
    ['append_version', { slug: 'brief', payload: '', idempotency_key: 7 }],
    ['list_artifacts', { idempotency_key: 'k' }],
  ])('refuses what it does not know: %s, %j', (name, given) => {
    expect(() => tool(name).read({ project_id, ...given })).toThrow(Invalid);
  });

  it('says which keys it takes', () => {
    const given = { project_id, slug: 'brief', payload: '', idempotency_key: 'ü' };
    expect(() => tool('append_version').read(given)).toThrow(
      Invalid.field('idempotency_key', 'Ensure this field has 1 to 255 printable ASCII characters.'),
    );
  });

  it.each([{}, { project_id: 7 }, { project_id: '' }, { project_id: 'brief' }, { project_id: null }])(
    'needs a project: %j',
    (given) => {
      expect(() => tool('list_artifacts').placeIn(given)).toThrow(Invalid);
    },
  );
});
