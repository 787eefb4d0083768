import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, type ToolDetail, projectRenamed, toolRuns, tools } from '@pks/contracts';
import { eventually, faultOf, outcomeOf } from '@pks/testing';
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

/** A user who administers two projects, as the caller in each. */
function ofTwoProjects(): readonly [owner: Caller, importer: Caller] {
  const [owner, other] = [running.admin('Alpha'), running.admin('Beta')];
  const importer = { ...other, user_id: owner.user_id, email: owner.email };
  return [owner, importer];
}

const importing = (tool_id: string, caller: Caller): Promise<ToolDetail> =>
  running.call(calls.import, { tool_id }, caller);
const get = (tool_id: string, caller: Caller): Promise<ToolDetail> =>
  running.call(calls.get, { tool_id }, caller);

describe('an imported tool', () => {
  it('is the tool of the other project, read-only', async () => {
    const [owner, importer] = ofTwoProjects();
    const tool = await running.create(owner, { description: 'Finds rules.', configuration: { kinds: [] } });
    const imported = await importing(tool.id, importer);
    const { created_at, updated_at } = imported;
    expect(imported).toEqual({ ...tool, category: 'imported', readonly: true, created_at, updated_at });
    expect(await get(tool.id, aViewerBeside(importer))).toEqual(imported);
    const { configuration: _configuration, ...item } = imported;
    // Other tools are in the list: the same call created the default tools, possibly with the same time.
    const listedBy = async (caller: Caller) =>
      (await running.list(caller)).filter(({ id }) => id === tool.id);
    expect(await listedBy(importer)).toEqual([item]);
    expect(await listedBy(owner)).toEqual([expect.objectContaining({ category: 'local', readonly: false })]);
  });

  it('is imported once, however often, by however many at the same time', async () => {
    const [owner, importer] = ofTwoProjects();
    const { id } = await running.create(owner);
    const before = (await running.list(importer)).length;
    const all = await Promise.all(Array.from({ length: 10 }, () => importing(id, importer)));
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await importing(id, importer)).toEqual(all[0]);
    expect(await running.list(importer)).toHaveLength(before + 1);
    const count = 'SELECT tool_count FROM agents.tool_catalogs WHERE project_id = $1';
    expect(await running.session.rows(count, [projectIdOf(importer)])).toEqual([{ tool_count: before + 1 }]);
  });

  it('can be changed or deleted in its own project alone', async () => {
    const [owner, importer] = ofTwoProjects();
    const { id: tool_id } = await running.create(owner);
    const imported = await importing(tool_id, importer);
    const attempts = [
      running.call(calls.update, { tool_id, name: 'Mine' }, importer),
      running.call(calls.remove, { tool_id }, importer),
    ];
    for (const attempt of attempts)
      expect(await outcomeOf(attempt)).toEqual({
        kind: 'forbidden',
        message: 'An imported tool can be changed in its own project alone.',
      });
    expect(await get(tool_id, importer)).toEqual(imported);
  });

  it('follows every change, and the removal, of its original', async () => {
    const [owner, importer] = ofTwoProjects();
    const { id: tool_id } = await running.create(owner);
    await importing(tool_id, importer);
    const fields = { name: 'Rules', description: 'All.', retrieval_mode: 'semantic-objects' };
    const changed = await running.call(
      calls.update,
      { tool_id, ...fields, configuration: { kinds: [] } },
      owner,
    );
    const { created_at } = await get(tool_id, importer);
    expect(await get(tool_id, importer)).toEqual({
      ...changed,
      category: 'imported',
      readonly: true,
      created_at,
    });
    const { length } = await running.list(importer);
    await running.call(calls.remove, { tool_id }, owner);
    expect(await outcomeOf(get(tool_id, importer))).toEqual(NOT_FOUND);
    expect(await running.list(importer)).toHaveLength(length - 1);
    const count = 'SELECT tool_count FROM agents.tool_catalogs WHERE project_id = ANY ($1) ORDER BY 1';
    const rows = await running.session.rows(count, [[projectIdOf(importer), projectIdOf(owner)]]);
    expect(rows).toEqual([{ tool_count: length - 1 }, { tool_count: length - 1 }]);
  });

  it('searches the project that imported it, for whoever runs it', async () => {
    const [owner, importer] = ofTwoProjects();
    const { id } = await running.create(owner, { configuration: { metadata_values: ['hr'] } });
    await importing(id, importer);
    const viewer = aViewerBeside(importer);
    running.knowledge.searches.length = 0;
    await running.run(viewer, id, { query: 'refunds' });
    expect(running.knowledge.searches).toEqual([
      {
        request: expect.objectContaining({ project_id: projectIdOf(importer), metadata_values: ['hr'] }),
        caller: viewer,
      },
    ]);
    const runs = (caller: Caller) => running.call(toolRuns.calls.list, { tool_id: id }, caller);
    expect([(await runs(owner)).count, (await runs(importer)).count]).toEqual([0, 1]);
  });
});

describe('importing', () => {
  it('finds no tool that does not exist, or whose project the caller does not administer', async () => {
    const [owner, importer] = ofTwoProjects();
    const { id } = await running.create(owner);
    const stranger = running.admin();
    running.identity.grant(projectIdOf(owner), stranger.user_id, ['CAN_VIEW_DATA']);
    const outsider = running.admin();
    const outcomes = [
      await outcomeOf(importing(id, stranger)),
      await outcomeOf(importing(id, outsider)),
      await outcomeOf(importing(randomUUID(), importer)),
    ];
    expect(outcomes).toEqual([NOT_FOUND, NOT_FOUND, NOT_FOUND]);
    await importing(id, importer);
    running.identity.grant(projectIdOf(importer), outsider.user_id);
    expect(await outcomeOf(importing(id, outsider))).toEqual(NOT_FOUND);
  });

  it('asks for the permission of now, not that of the first time', async () => {
    const [owner, importer] = ofTwoProjects();
    const { id } = await running.create(owner);
    await importing(id, importer);
    running.identity.grant(projectIdOf(owner), owner.user_id, ['CAN_VIEW_DATA']);
    expect(await outcomeOf(importing(id, importer))).toEqual(NOT_FOUND);
  });

  it("refuses a project's own tool", async () => {
    const owner = running.admin();
    const { id } = await running.create(owner);
    const fault = await faultOf(importing(id, owner));
    expect(fault.fields).toEqual({ tool_id: ['This tool belongs to this project already.'] });
  });

  it('and removing at the same time leave no tool without its original', async () => {
    const [owner, importer] = ofTwoProjects();
    const before = await running.list(importer);
    for (const _time of Array(10).keys()) {
      const { id: tool_id } = await running.create(owner);
      const outcomes = await Promise.all([
        outcomeOf(importing(tool_id, importer)),
        outcomeOf(running.call(calls.remove, { tool_id }, owner)),
      ]);
      expect(outcomes[1]).toEqual({ answered: undefined });
      expect([NOT_FOUND, { answered: expect.objectContaining({ id: tool_id }) }]).toContainEqual(outcomes[0]);
    }
    expect(await running.list(importer)).toEqual(before);
  });

  it('into each other, and removing at the same time, ends', async () => {
    const [one, other] = ofTwoProjects();
    for (const _time of Array(10).keys()) {
      const [first, second] = [await running.create(one), await running.create(other)];
      running.identity.grant(projectIdOf(other), one.user_id);
      await Promise.all([importing(first.id, other), importing(second.id, one)]);
      const removals = [
        running.call(calls.remove, { tool_id: first.id }, one),
        running.call(calls.remove, { tool_id: second.id }, other),
      ];
      expect(await Promise.all(removals.map(outcomeOf))).toEqual([
        { answered: undefined },
        { answered: undefined },
      ]);
    }
  });
});

describe('the name of the project that owns a tool', () => {
  const renamed = (caller: Caller, name: string, renamed_at: Date): Promise<string> =>
    running.publish(
      projectRenamed.of({ project_id: projectIdOf(caller), name, renamed_at: renamed_at.toISOString() }),
    );
  const namesIn = async (caller: Caller): Promise<readonly string[]> =>
    (await running.list(caller)).map(({ owner_project_name }) => owner_project_name);

  it('follows that of the project wherever the tool is, and no older name replaces it', async () => {
    const [owner, importer] = ofTwoProjects();
    const { id } = await running.create(owner);
    await importing(id, importer);
    const now = Date.now();
    await renamed(owner, 'Alpha & Co', new Date(now));
    await eventually('it is renamed', async () => (await get(id, owner)).owner_project_name === 'Alpha & Co');
    expect((await get(id, importer)).owner_project_name).toBe('Alpha & Co');
    expect(new Set(await namesIn(owner))).toEqual(new Set(['Alpha & Co']));
    expect((await namesIn(importer)).filter((name) => name !== 'Beta')).toEqual(['Alpha & Co']);
    await renamed(owner, 'Older', new Date(now - 1));
    await renamed(importer, 'Last', new Date(now));
    await eventually('the last is renamed', async () => (await namesIn(importer)).includes('Last'));
    expect(new Set(await namesIn(importer))).toEqual(new Set(['Last', 'Alpha & Co']));
    expect((await running.create(owner)).owner_project_name).toBe('Alpha & Co');
  });

  it('is the new one where the project is renamed while it gets its first tools', async () => {
    const admin = running.admin();
    running.identity.name(projectIdOf(admin), 'Then', 'Now');
    expect(new Set(await namesIn(admin))).toEqual(new Set(['Now']));
    await renamed(admin, 'Later', new Date());
    await eventually('it is renamed', async () => (await namesIn(admin)).includes('Later'));
  });

  it('of a project without tools is not stored', async () => {
    const admin = running.admin('Now');
    await renamed(admin, 'Then', new Date());
    const other = running.admin('Other');
    await running.list(other);
    await renamed(other, 'Another', new Date());
    await eventually('both are handled', async () => (await namesIn(other)).includes('Another'));
    expect(new Set(await namesIn(admin))).toEqual(new Set(['Now']));
  });
});
