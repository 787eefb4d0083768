import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { TOOL_TYPES, type Tool, tools } from '@pks/contracts';
import { Clock } from '@pks/platform';
import { ServiceGround, aCaller, faultOf, outcomeOf } from '@pks/testing';
import { agents } from '../src/agents.ts';
import { IdentityStandIn } from './identity-stand-in.ts';
import {
  NOT_FOUND,
  type RunningAgents,
  aViewerBeside,
  projectIdOf,
  runningAgents,
} from './running-agents.ts';

const { calls } = tools;
let running: RunningAgents;

beforeAll(async () => {
  running = await runningAgents();
});
afterAll(() => running.stop());

const typesOf = (found: readonly Tool[]): readonly string[] => found.map(({ tool_type }) => tool_type);
const idsOf = (found: readonly Tool[]): readonly string[] => found.map(({ id }) => id);

describe('the tools of a new project', () => {
  it('are its own, of the types that run without further configuration, in their order', async () => {
    const admin = running.admin('Alpha');
    const found = await running.list(aViewerBeside(admin));
    expect(typesOf(found)).toEqual(TOOL_TYPES.filter((type) => typesOf(found).includes(type)));
    expect(typesOf(found)).toEqual(expect.arrayContaining(['retrieval', 'document_retrieval']));
    const own = { category: 'local', readonly: false, owner_project_id: projectIdOf(admin) };
    for (const tool of found) expect(tool).toMatchObject({ ...own, owner_project_name: 'Alpha' });
    expect(found[0]).toMatchObject({ name: 'Semantic search', retrieval_mode: 'semantic-chunks' });
    expect(found.slice(1).map(({ retrieval_mode }) => retrieval_mode)).toEqual(
      found.slice(1).map(() => null),
    );
  });

  it('exist once, however many look at the same time', async () => {
    const admin = running.admin();
    const lists = await Promise.all(Array.from({ length: 20 }, () => running.list(admin)));
    for (const found of lists) expect(found).toEqual(lists[0]);
    const created = await running.create(admin);
    expect(idsOf(await running.list(admin))).toEqual([...idsOf(lists[0] ?? []), created.id]);
  });

  it('stay deleted, also for a process that is started later', async () => {
    const ground = await ServiceGround.open(agents);
    const identity = await IdentityStandIn.on(ground.bus);
    const admin = aCaller();
    const project_id = projectIdOf(admin);
    identity.name(project_id, 'Alpha');
    const list = async () => (await ground.call(calls.list, { project_id }, admin)).results;
    const first = await ground.start();
    await first.ready;
    const [gone, ...others] = await list();
    await ground.call(calls.remove, { project_id, tool_id: gone?.id }, admin);
    expect(await list()).toEqual(others);
    await first.stop();
    const second = await ground.start();
    await second.ready;
    expect(await list()).toEqual(others);
    await ground.remove([second]);
  });

  it('are joined by those that the installation can run later, once', async () => {
    const ground = await ServiceGround.open(agents);
    const identity = await IdentityStandIn.on(ground.bus);
    const admin = aCaller();
    const project_id = projectIdOf(admin);
    identity.name(project_id, 'Alpha');
    const list = async () => (await ground.call(calls.list, { project_id }, admin)).results;
    const listedBy = async (env: Readonly<Record<string, string>>) => {
      const service = await ground.start({ env });
      await service.ready;
      const listed = await list();
      await service.stop();
      return listed;
    };
    const first = await listedBy({});
    const WEB_SEARCH = 'http://127.0.0.1:9';
    const second = await listedBy({ WEB_SEARCH });
    expect(second.slice(0, -1)).toEqual(first);
    expect(second.at(-1)).toMatchObject({ name: 'Web search', tool_type: 'websearch' });
    expect(await listedBy({ WEB_SEARCH })).toEqual(second);
    await ground.remove([]);
  });

  it('come with a tool that is created before anybody looked', async () => {
    const admin = running.admin();
    // Both are made within a millisecond.
    const now = jest.spyOn(running.get(Clock), 'now').mockReturnValue(new Date());
    const created = await running.create(admin);
    now.mockRestore();
    const found = await running.list(admin);
    expect(found.length).toBeGreaterThan(2);
    expect(found.at(-1)?.id).toBe(created.id);
  });
});

describe('the list of tools', () => {
  it('is filtered by type, and has pages, oldest first', async () => {
    const admin = running.admin();
    const defaults = await running.list(admin);
    const made = [
      await running.create(admin),
      await running.create(admin, { tool_type: 'document_retrieval' }),
    ];
    const all = [...idsOf(defaults), ...made.map(({ id }) => id)];
    expect(idsOf(await running.list(admin))).toEqual(all);
    const pages = [];
    for (const [offset] of all.entries()) pages.push(...(await running.list(admin, { limit: 1, offset })));
    expect(idsOf(pages)).toEqual(all);
    expect(await running.call(calls.list, { limit: 1, offset: all.length }, admin)).toEqual({
      count: all.length,
      results: [],
    });
    const retrieval = await running.call(calls.list, { tool_type: 'retrieval' }, admin);
    expect(retrieval.count).toBe(2);
    expect(new Set(typesOf(retrieval.results))).toEqual(new Set(['retrieval']));
    const fault = await faultOf(running.list(admin, { tool_type: 'magic' }));
    expect(fault.fields).toEqual({ tool_type: ['"magic" is not a valid choice.'] });
  });
});

describe('a created tool', () => {
  it('is shown with its configuration, changed, and deleted', async () => {
    const admin = running.admin('Beta');
    const configuration = { kinds: ['document'], auto_include_tags: true };
    const description = 'What holds.';
    const tool = await running.create(admin, { name: ' Handbooks ', description, configuration });
    expect(tool).toMatchObject({ name: 'Handbooks', description, retrieval_mode: 'semantic-chunks' });
    const tool_id = tool.id;
    expect(await running.call(calls.get, { tool_id }, aViewerBeside(admin))).toEqual(tool);
    const change = { tool_id, name: 'Rules', retrieval_mode: 'semantic-objects' };
    const changed = await running.call(calls.update, change, admin);
    const { updated_at, ...rest } = changed;
    expect(rest).toEqual({ ...omit(tool), name: 'Rules', retrieval_mode: 'semantic-objects' });
    expect(updated_at > tool.updated_at).toBe(true);
    expect(await running.call(calls.update, change, admin)).toEqual(changed);
    await running.call(calls.remove, { tool_id }, admin);
    for (const call of [calls.get, calls.remove, calls.parameters])
      expect(await outcomeOf(running.call(call, { tool_id }, admin))).toEqual(NOT_FOUND);
  });

  it('is found in no other project', async () => {
    const [admin, other] = [running.admin(), running.admin()];
    const { id: tool_id } = await running.create(admin);
    for (const call of [calls.get, calls.update, calls.remove, calls.parameters])
      expect(await outcomeOf(running.call(call, { tool_id }, other))).toEqual(NOT_FOUND);
    expect(idsOf(await running.list(other))).not.toContain(tool_id);
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ description: 'x'.repeat(20_001) }, 'description'],
    [{ tool_type: 'magic' }, 'tool_type'],
    [{ tool_type: 'math', retrieval_mode: 'semantic-chunks' }, 'retrieval_mode'],
    [{ retrieval_mode: 'magic' }, 'retrieval_mode'],
    [{ configuration: [] }, 'configuration'],
    [{ configuration: { kinds: ['interview'] } }, 'configuration.kinds'],
    [{ configuration: { kinds: ['document', 'x'] } }, 'configuration.kinds'],
    [{ configuration: { colour: 'red' } }, 'configuration.colour'],
    [{ configuration: { auto_include_tags: 'yes' } }, 'configuration.auto_include_tags'],
    [{ tool_type: 'document_retrieval', configuration: { kinds: [] } }, 'configuration.kinds'],
    [{ retrieval_mode: 'templated-query' }, 'configuration.template'],
    [{ retrieval_mode: 'templated-query', configuration: { template: [] } }, 'configuration.template'],
    [
      { configuration: { metadata_values: ['x'.repeat(65_000)], colour: 'x'.repeat(1_000) } },
      'configuration',
    ],
  ])('has settings that fit its type: %j', async (fields, key) => {
    const { fields: said = {} } = await faultOf(running.create(running.admin(), fields));
    expect(Object.keys(said).map((name) => name.replace(/\.\d+$/, ''))).toEqual([key]);
  });

  it.each([
    ['top_k', 'the number of results'],
    ['error', 'a field of errors'],
    ['error_type', 'a field of errors'],
    ['error_code', 'a field of errors'],
    ['status', 'a field of errors'],
    ['message', 'a field of errors'],
  ])('has no parameter that is called %s', async (name, taken) => {
    const configuration = { template: [{ key: 'k', value: `{team} {${name}}` }] };
    const said = await faultOf(
      running.create(running.admin(), { retrieval_mode: 'templated-query', configuration }),
    );
    expect(said.fields).toEqual({
      'configuration.template': [`${name} is ${taken}: give the parameter another name.`],
    });
  });

  it('keeps its type, and its settings when others do not fit', async () => {
    const admin = running.admin();
    const tool = await running.create(admin);
    const change = (fields: object) =>
      faultOf(running.call(calls.update, { tool_id: tool.id, ...fields }, admin));
    expect((await change({ tool_type: 'math' })).fields).toHaveProperty('tool_type');
    expect((await change({ retrieval_mode: 'templated-query' })).fields).toHaveProperty([
      'configuration.template',
    ]);
    expect((await change({ configuration: { colour: 1 } })).fields).toHaveProperty(['configuration.colour']);
    expect(await running.call(calls.get, { tool_id: tool.id }, admin)).toEqual(tool);
  });

  it('is for admins alone', async () => {
    const admin = running.admin();
    const viewer = aViewerBeside(admin);
    const { id: tool_id } = await running.create(admin);
    expect((await faultOf(running.create(viewer))).kind).toBe('forbidden');
    for (const call of [calls.update, calls.remove, calls.import])
      expect((await faultOf(running.call(call, { tool_id }, viewer))).kind).toBe('forbidden');
  });

  it('is one of 500 at most', async () => {
    const admin = running.admin();
    const [first, ...others] = await running.list(admin);
    const { session } = running;
    const full = 'UPDATE agents.tool_catalogs SET tool_count = $2 WHERE project_id = $1';
    await session.rows(full, [projectIdOf(admin), 499]);
    const outcomes = await Promise.all([1, 2].map(() => outcomeOf(running.create(admin))));
    const refusals = outcomes.filter((one) => one instanceof Object && 'message' in one);
    const message = 'A project has at most 500 tools: delete one first.';
    expect(refusals).toEqual([{ kind: 'invalid', message }]);
    await running.call(calls.remove, { tool_id: first?.id }, admin);
    const { id } = await running.create(admin);
    expect((await running.list(admin)).length).toBe(others.length + 2);
    expect(idsOf(await running.list(admin))).toContain(id);
  });
});

describe('the parameters of a tool', () => {
  const parameters = async (fields: object) => {
    const admin = running.admin();
    const { id: tool_id } = await running.create(admin, { ...fields });
    return running.call(calls.parameters, { tool_id }, aViewerBeside(admin));
  };
  const QUERY = { id: 'query', type: 'string', description: expect.any(String), required: true };
  const TOP_K = {
    id: 'top_k',
    type: 'integer',
    description: expect.stringContaining('. From 1 to 100.'),
    required: false,
    default: 10,
  };

  it('depend on its type and its configuration', async () => {
    expect(await parameters({})).toEqual([QUERY, TOP_K]);
    expect(await parameters({ retrieval_mode: 'semantic-objects' })).toEqual([QUERY, TOP_K]);
    expect(await parameters({ configuration: { auto_include_tags: true } })).toEqual([
      QUERY,
      TOP_K,
      { id: 'included_tags', type: 'array', description: expect.any(String), required: false, default: [] },
    ]);
    const template = [
      { key: 'department', value: '{department}' },
      { key: 'year', value: '{from}-{department}' },
    ];
    expect(await parameters({ retrieval_mode: 'templated-query', configuration: { template } })).toEqual([
      {
        ...QUERY,
        id: 'department',
        description: 'The value for {department} in the query. Up to 1,000 characters.',
      },
      { ...QUERY, id: 'from' },
      TOP_K,
    ]);
    const reading = await parameters({ tool_type: 'document_retrieval' });
    expect(reading.map(({ id, default: value }) => [id, value])).toEqual([
      ['document_id', undefined],
      ['page', undefined],
      ['offset', 0],
      ['max_characters', 20_000],
    ]);
  });

  it('are not those of an unknown tool', async () => {
    const request = { tool_id: randomUUID() };
    expect(await outcomeOf(running.call(calls.parameters, request, running.admin()))).toEqual(NOT_FOUND);
  });
});

function omit({ updated_at: _updatedAt, ...tool }: Tool): object {
  return tool;
}
