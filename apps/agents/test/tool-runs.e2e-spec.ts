import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Caller, type JsonObject, type ToolRun, toolRuns, tools } from '@pks/contracts';
import { Jobs } from '@pks/platform';
import { eventually, faultOf, outcomeOf } from '@pks/testing';
import { runRetention } from '../src/runs/run-retention.ts';
import { aDocument, aPassage } from './knowledge-stand-in.ts';
import {
  NOT_FOUND,
  type RunningAgents,
  aViewerBeside,
  projectIdOf,
  runningAgents,
} from './running-agents.ts';

let running: RunningAgents;

beforeAll(async () => {
  running = await runningAgents();
});
beforeEach(() => {
  const { knowledge } = running;
  for (const notes of [knowledge.searches, knowledge.matches, knowledge.readers]) notes.length = 0;
});
afterAll(() => running.stop());

/** The request of the only search. */
function searched(): object {
  expect(running.knowledge.searches).toHaveLength(1);
  return running.knowledge.searches[0]?.request ?? {};
}

async function runsOf(tool_id: string, caller: Caller, page: object = {}): Promise<readonly ToolRun[]> {
  return (await running.call(toolRuns.calls.list, { tool_id, ...page }, caller)).results;
}

describe('a search for passages', () => {
  it('finds them in documents and artifacts, for the caller who runs it', async () => {
    const admin = running.admin();
    const viewer = aViewerBeside(admin);
    const { id } = await running.create(admin);
    running.knowledge.found = [aPassage(), aPassage({ kind: 'artifact', slug: 'brief', version_number: 2 })];
    expect(await running.run(viewer, id, { query: ' refunds ' })).toEqual(running.knowledge.found);
    expect(searched()).toEqual({
      project_id: projectIdOf(admin),
      query: 'refunds',
      top_k: 10,
      mode: 'both',
      kinds: ['artifact', 'document'],
      metadata_values: [],
    });
    expect(running.knowledge.searches[0]?.caller).toEqual(viewer);
  });

  it('is restricted by its configuration', async () => {
    const admin = running.admin();
    const configuration = { kinds: ['document'], metadata_values: ['HR'] };
    const { id } = await running.create(admin, { configuration });
    await running.run(admin, id, { query: 'refunds', top_k: 3 });
    expect(searched()).toMatchObject({ ...configuration, top_k: 3 });
  });

  it('includes tags where it is configured to, of those that it allows', async () => {
    const admin = running.admin();
    const configuration = { auto_include_tags: true };
    const { id: open } = await running.create(admin, { configuration });
    await running.run(admin, open, { query: 'refunds', included_tags: ['HR', 'IT'] });
    expect(searched()).toMatchObject({ metadata_values: ['HR', 'IT'] });
    running.knowledge.searches.length = 0;
    const restricted = { ...configuration, metadata_values: ['HR', 'IT'] };
    const { id: closed } = await running.create(admin, { configuration: restricted });
    await running.run(admin, closed, { query: 'refunds' });
    expect(searched()).toMatchObject({ metadata_values: ['HR', 'IT'] });
    const fault = await faultOf(running.run(admin, closed, { query: 'x', included_tags: ['HR', 'Legal'] }));
    expect(fault.fields).toEqual({ 'included_tags.1': ['"Legal" is not a valid choice.'] });
    expect(fault.details).toMatchObject({ error_code: 'invalid_parameter' });
  });

  it('includes tags whatever their case and encoding, as documents have them', async () => {
    const admin = running.admin();
    const known = ['HR', 'Maße', 'é'.normalize('NFD'), 'ü'.normalize('NFC')];
    const configuration = { auto_include_tags: true, metadata_values: [...known, 'IT'] };
    const { id } = await running.create(admin, { configuration });
    const included_tags = ['MASSE', 'É'.normalize('NFC'), 'ü'.normalize('NFD'), 'hr'];
    await running.run(admin, id, { query: 'refunds', included_tags });
    expect(searched()).toMatchObject({ metadata_values: known });
  });
});

describe('a search for whole objects', () => {
  it('finds each once, by its best passage', async () => {
    const admin = running.admin();
    const { id } = await running.create(admin, { retrieval_mode: 'semantic-objects' });
    const [one, other] = [
      aPassage({ score: 0.9 }),
      aPassage({ kind: 'artifact', slug: 'brief', score: 0.7 }),
    ];
    const again = { ...one, page: 2, text: 'Less so.', score: 0.8 };
    const third = aPassage({ score: 0.1 });
    running.knowledge.found = [one, again, other, third];
    expect(await running.run(admin, id, { query: 'refunds', top_k: 2 })).toEqual([
      {
        kind: 'document',
        id: one.id,
        slug: null,
        title: one.title,
        version_number: null,
        score: 0.9,
        best_passage: one.text,
      },
      expect.objectContaining({ kind: 'artifact', id: other.id, slug: 'brief', score: 0.7 }),
    ]);
    expect(searched()).toMatchObject({ top_k: 10 });
    await running.run(admin, id, { query: 'refunds', top_k: 100 });
    expect(running.knowledge.searches[1]?.request.top_k).toBe(100);
  });

  it('finds those that are behind many passages of one', async () => {
    const admin = running.admin();
    const { id } = await running.create(admin, { retrieval_mode: 'semantic-objects' });
    const [large, small] = [aPassage({ score: 0.9 }), aPassage({ score: 0.5 })];
    const run = async () =>
      (await running.run(admin, id, { query: 'refunds', top_k: 2 })).map((one) => one['id']);
    running.knowledge.found = [...Array<typeof large>(99).fill(large), small];
    expect(await run()).toEqual([large.id, small.id]);
    expect(running.knowledge.searches.map(({ request }) => request.top_k)).toEqual([10, 100]);
    running.knowledge.found = [large, large];
    expect(await run()).toEqual([large.id]);
    expect(running.knowledge.searches).toHaveLength(3);
  });
});

describe('a templated query', () => {
  const template = [
    { key: 'department', value: '{department}' },
    { key: 'id', value: '{department}-{year}-{Other}' },
    { key: 'kind', value: 'contract' },
  ];
  const create = async (admin: Caller): Promise<string> => {
    const fields = { retrieval_mode: 'templated-query', configuration: { template } };
    return (await running.create(admin, fields)).id;
  };

  it('asks for the documents with all its pairs, filled', async () => {
    const admin = running.admin();
    const id = await create(admin);
    const document = aDocument();
    running.knowledge.matched = [document];
    const results = await running.run(admin, id, {
      department: '$& {year}',
      year: '2026',
      top_k: 3,
    });
    expect(results).toEqual([{ kind: 'document', ...document }]);
    expect(running.knowledge.matches).toEqual([
      {
        project_id: projectIdOf(admin),
        pairs: [
          { key: 'department', value: '$& {year}' },
          { key: 'id', value: '$& {year}-2026-{Other}' },
          { key: 'kind', value: 'contract' },
        ],
        limit: 3,
      },
    ]);
  });

  it.each<[JsonObject, string[], string]>([
    [{ department: 'HR' }, ['year'], 'missing_parameter'],
    [{ year: 2026, top_k: 0, colour: 1 }, ['department', 'year', 'top_k', 'colour'], 'missing_parameter'],
    [{ department: 'HR', year: '1', colour: 'red' }, ['colour'], 'unknown_parameter'],
    [{ department: 'HR', year: 2026 }, ['year'], 'invalid_parameter'],
    [{ department: 'HR', year: null }, ['year'], 'invalid_parameter'],
    [{ department: 'HR', year: 'x'.repeat(1_001) }, ['year'], 'invalid_parameter'],
    [{ department: 'HR', year: '1', top_k: 101 }, ['top_k'], 'invalid_parameter'],
    [{ department: 'HR', year: '1', top_k: null }, ['top_k'], 'invalid_parameter'],
  ])('needs each of its parameters: %j', async (parameters, keys, error_code) => {
    const admin = running.admin();
    const fault = await faultOf(running.run(admin, await create(admin), parameters));
    expect([fault.kind, Object.keys(fault.fields ?? {})]).toEqual(['invalid', keys]);
    expect(fault.details).toEqual({
      error_type: 'validation_error',
      error_code,
      status: 'error',
      message: fault.message,
    });
    expect(running.knowledge.matches).toEqual([]);
  });

  it('names the parameters with which a value is too long', async () => {
    const admin = running.admin();
    const value = Array.from({ length: 25 }, (_, n) => `{a${n}}`).join('');
    const configuration = { template: [{ key: 'all', value }] };
    const { id } = await running.create(admin, { retrieval_mode: 'templated-query', configuration });
    const names = Array.from({ length: 25 }, (_, n) => `a${n}`);
    const parameters = Object.fromEntries(names.map((name) => [name, 'x'.repeat(1_000)]));
    const fault = await faultOf(running.run(admin, id, parameters));
    expect([fault.kind, Object.keys(fault.fields ?? {})]).toEqual(['invalid', names]);
  });

  it('has no parameter named top_k', async () => {
    const configuration = { template: [{ key: 'a', value: '{top_k}' }] };
    const fields = { retrieval_mode: 'templated-query', configuration };
    const fault = await faultOf(running.create(running.admin(), fields));
    expect(fault.fields).toHaveProperty(['configuration.template']);
  });

  it('may have a parameter with the name of what every object has', async () => {
    const admin = running.admin();
    const configuration = { template: [{ key: 'a', value: '{constructor}' }] };
    const { id } = await running.create(admin, { retrieval_mode: 'templated-query', configuration });
    const fault = await faultOf(running.run(admin, id, {}));
    expect(fault.fields).toEqual({ constructor: ['This field is required.'] });
    await running.run(admin, id, { constructor: 'x' });
    expect(running.knowledge.matches[0]?.pairs).toEqual([{ key: 'a', value: 'x' }]);
  });
});

describe('reading a document', () => {
  const reader = async (admin: Caller): Promise<string> =>
    (await running.create(admin, { tool_type: 'document_retrieval' })).id;

  it('returns its text, or one page, in parts', async () => {
    const admin = running.admin();
    const id = await reader(admin);
    const document_id = running.knowledge.add(projectIdOf(admin), 'One 😀', 'Two');
    const viewer = aViewerBeside(admin);
    const read = async (parameters: JsonObject) => running.run(viewer, id, { document_id, ...parameters });
    const whole = { document_id, name: 'handbook.pdf', content_type: 'application/pdf', page_count: 2 };
    const text = 'One 😀\nTwo';
    expect(await read({})).toEqual([
      { ...whole, page: null, offset: 0, total_characters: text.length, text, next_offset: null },
    ]);
    expect(await read({ page: 2 })).toMatchObject([{ page: 2, text: 'Two', next_offset: null }]);
    expect(await read({ max_characters: 5 })).toMatchObject([{ text: 'One ', next_offset: 4 }]);
    expect(await read({ max_characters: 5, offset: 4 })).toMatchObject([{ text: '😀\nTw', next_offset: 9 }]);
    expect(running.knowledge.readers).toEqual(Array(8).fill(viewer));
  });

  it('says that a page has no text, and finds no document of another project', async () => {
    const [admin, other] = [running.admin(), running.admin()];
    const id = await reader(admin);
    const document_id = running.knowledge.add(projectIdOf(admin), 'One');
    const foreign = running.knowledge.add(projectIdOf(other), 'Secret');
    const noText = await faultOf(running.run(admin, id, { document_id, page: 2 }));
    expect([noText.kind, noText.details]).toEqual([
      'invalid',
      expect.objectContaining({ error_type: 'execution_error', error_code: 'no_text' }),
    ]);
    const notFound = {
      ...NOT_FOUND,
      details: {
        error_type: 'execution_error',
        error_code: 'not_found',
        status: 'error',
        message: 'Not found.',
      },
    };
    for (const unknown of [foreign, randomUUID()])
      expect(await outcomeOf(running.run(admin, id, { document_id: unknown }))).toEqual(notFound);
  });

  it.each([
    [{}, 'document_id', 'missing_parameter'],
    [{ document_id: 'x' }, 'document_id', 'invalid_parameter'],
    [{ page: 0 }, 'page', 'invalid_parameter'],
    [{ offset: -1 }, 'offset', 'invalid_parameter'],
    [{ max_characters: 100_001 }, 'max_characters', 'invalid_parameter'],
    [{ colour: 'red' }, 'colour', 'unknown_parameter'],
  ])('names what is wrong with its parameters: %j', async (parameters, key, error_code) => {
    const admin = running.admin();
    const given = key === 'document_id' ? parameters : { document_id: randomUUID(), ...parameters };
    const fault = await faultOf(running.run(admin, await reader(admin), given));
    expect(Object.keys(fault.fields ?? {})).toEqual([key]);
    expect(fault.details).toMatchObject({ error_type: 'validation_error', error_code, status: 'error' });
    expect(running.knowledge.readers).toEqual([]);
  });
});

describe('a tool that the installation cannot run', () => {
  it('says so, and has no parameters', async () => {
    const admin = running.admin();
    const { id: tool_id } = await running.create(admin, { tool_type: 'websearch' });
    expect(await running.call(tools.calls.parameters, { tool_id }, admin)).toBeInstanceOf(Array);
    const message = 'This tool is not configured on this installation.';
    expect(await outcomeOf(running.run(admin, tool_id, {}))).toEqual({
      kind: 'invalid',
      message,
      details: {
        error_type: 'configuration_error',
        error_code: 'not_configured',
        status: 'error',
        message,
      },
    });
    expect(await runsOf(tool_id, admin)).toMatchObject([{ status: 'error', error: message }]);
  });
});

describe('the runs of a tool', () => {
  it('are recorded with who ran it, with what, how it ended and how long it took: newest first, for admins', async () => {
    const admin = running.admin();
    const viewer = aViewerBeside(admin);
    const { id } = await running.create(admin);
    running.knowledge.found = [aPassage(), aPassage()];
    await running.run(viewer, id, { query: 'x'.repeat(600) });
    await faultOf(running.run(admin, id, { quary: 'refunds' }));
    const [last, first, ...others] = await runsOf(id, admin);
    expect(others).toEqual([]);
    expect(first).toEqual({
      id: expect.any(String),
      run_by: { id: viewer.user_id, email: viewer.email },
      input_parameters: { query: `${'x'.repeat(500)}…` },
      status: 'success',
      error: null,
      result_count: 2,
      duration_ms: expect.any(Number),
      started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(last).toMatchObject({
      run_by: { id: admin.user_id },
      input_parameters: { quary: 'refunds' },
      status: 'error',
      error: expect.any(String),
      result_count: 0,
    });
    const page = await running.call(toolRuns.calls.list, { tool_id: id, limit: 1, offset: 1 }, admin);
    expect(page).toEqual({ count: 2, results: [first] });
    expect((await faultOf(runsOf(id, viewer))).kind).toBe('forbidden');
  });

  it('are those of one tool of one project', async () => {
    const [admin, other] = [running.admin(), running.admin()];
    const { id } = await running.create(admin);
    await running.run(admin, id, { query: 'refunds' });
    const { id: beside } = await running.create(admin);
    expect(await runsOf(beside, admin)).toEqual([]);
    expect(await outcomeOf(runsOf(id, other))).toEqual(NOT_FOUND);
    expect(await outcomeOf(running.run(other, id, { query: 'refunds' }))).toEqual(NOT_FOUND);
    expect(await outcomeOf(running.run(admin, randomUUID(), {}))).toEqual(NOT_FOUND);
  });

  it('are recorded whatever was sent', async () => {
    const admin = running.admin();
    const { id } = await running.create(admin, { configuration: { auto_include_tags: true } });
    const hostile: readonly JsonObject[] = [
      { query: 'a\u0000b' },
      { 'a\u0000b': '\ud800' },
      { query: 'x', included_tags: ['\u0000'] },
      { query: 'x', included_tags: [{ constructor: { prototype: '\ud800' } }] },
      { query: { __proto__: null, nested: [[[]]] } },
    ];
    const outcomes = await Promise.all(hostile.map((one) => outcomeOf(running.run(admin, id, one))));
    expect(outcomes).not.toContainEqual(expect.objectContaining({ kind: 'internal' }));
    expect(await runsOf(id, admin)).toHaveLength(hostile.length);
  });

  it('are deleted after 30 days', async () => {
    const admin = running.admin();
    const { id } = await running.create(admin);
    for (const query of ['old', 'new']) await running.run(admin, id, { query });
    const age = `UPDATE agents.tool_runs SET started_at = now() - $2::interval
                  WHERE project_id = $1 AND input_parameters ->> 'query' = $3`;
    await running.session.rows(age, [projectIdOf(admin), '30 days 1 minute', 'old']);
    await running.session.rows(age, [projectIdOf(admin), '29 days', 'new']);
    await running.get(Jobs).trigger(runRetention);
    await eventually('one is deleted', async () => (await runsOf(id, admin)).length < 2);
    const kept = await runsOf(id, admin);
    expect(kept.map(({ input_parameters }) => input_parameters)).toEqual([{ query: 'new' }]);
  });

  it('under one idempotency key have the results of the first, and run once', async () => {
    const admin = running.admin();
    const { id: tool_id } = await running.create(admin);
    const key = { key: randomUUID(), fingerprint: 'body', operation: 'POST run' };
    const run = () =>
      running.call(toolRuns.calls.run, { tool_id, parameters: { query: 'refunds' } }, admin, key);
    const found = [aPassage()];
    running.knowledge.found = found;
    expect(await run()).toEqual(found);
    running.knowledge.found = [];
    expect(await run()).toEqual(found);
    expect(running.knowledge.searches).toHaveLength(1);
    expect(await runsOf(tool_id, admin)).toHaveLength(1);
  });

  it('under one idempotency key fail as the first did, and run once', async () => {
    const admin = running.admin();
    const { id: tool_id } = await running.create(admin);
    const run = (parameters: JsonObject) => {
      const key = { key: tool_id, fingerprint: JSON.stringify(parameters), operation: 'POST run' };
      return faultOf(running.call(toolRuns.calls.run, { tool_id, parameters }, admin, key));
    };
    const first = await run({ top_k: 'x' });
    expect(first).toMatchObject({ kind: 'invalid', details: { error_type: 'validation_error' } });
    expect(await run({ top_k: 'x' })).toEqual(first);
    expect(await run({ top_k: 'y' })).toMatchObject({ kind: 'payload_mismatch' });
    expect(await runsOf(tool_id, admin)).toHaveLength(1);
  });
});
