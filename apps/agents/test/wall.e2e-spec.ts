import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  agentSettings,
  conversationNotes,
  conversations,
  projectRenamed,
  toolRuns,
  tools,
} from '@pks/contracts';
import { type Idempotency, Jobs } from '@pks/platform';
import {
  type StatementLog,
  Partitions,
  Wall,
  eventually,
  outcomeOf,
  deleteFullestProject,
  neverCalled,
  neverSent,
  recordStatements,
} from '@pks/testing';
import { ModelEndpoint } from '@pks/testing/black-box';
import { answerTaking } from '../src/answers/answer-jobs.ts';
import { runRetention } from '../src/runs/run-retention.ts';
import { MOST_TOOLS } from '../src/tools/tools.service.ts';
import { aPassage } from './knowledge-stand-in.ts';
import { type RunningAgents, aViewerBeside, projectIdOf, runningAgents } from './running-agents.ts';

const { calls } = tools;
let running: RunningAgents;
let log: StatementLog;
let wall: Wall;
let partitions: Partitions;
let model: ModelEndpoint;

beforeAll(async () => {
  log = recordStatements();
  model = await ModelEndpoint.start();
  running = await runningAgents({ LANGUAGE_MODEL: model.url });
  wall = await Wall.open(running.service.database.options.url, 'agents');
  await useEverything();
  const sent = wall.touching(log.sent);
  partitions = await Partitions.open(running.service.database.options.url, 'agents', wall.tables, sent, {
    bounded: {
      agent_settings: 'A project has one.',
      tools: `A project has at most ${MOST_TOOLS}.`,
    },
    distinct: { conversation_entries: ['query_id'] },
  });
});
afterAll(async () => {
  log.stop();
  await partitions.close();
  await wall.close();
  await model.close();
  await running.stop();
});

const EXCEPTIONS = {
  conversations_view: 'It is no page: a conversation is shown with its complete history.',
  conversations_list_current_text_indexed: 'What matches a text comes in no order.',
  conversations_list_current_text_newest: 'What it compares is bounded, and sorted once it is found.',
};

const NEVER_SENT = {
  tools_owned: 'It is about all projects.',
};

/** Makes every call, and lists with every condition. */
async function useEverything(): Promise<void> {
  const admin = running.admin();
  const other = running.admin();
  running.identity.grant(projectIdOf(other), admin.user_id);
  const { id: tool_id } = await running.create(admin, { description: 'Finds rules.' });
  for (const caller of [admin, aViewerBeside(admin)]) {
    for (const filter of [{}, { tool_type: 'retrieval' }]) await running.list(caller, filter);
    await running.call(calls.get, { tool_id }, caller);
    await running.call(calls.parameters, { tool_id }, caller);
  }
  await running.call(calls.update, { tool_id, name: 'Rules' }, admin);
  const { id: imported } = await running.create(other);
  await running.call(calls.import, { tool_id: imported }, admin);
  await running.call(calls.import, { tool_id: imported }, admin);
  const { id: gone } = await running.create(admin);
  await running.call(calls.remove, { tool_id: gone }, admin);
  await run(tool_id, admin);
  await talk(admin);
  await rename(tool_id, admin);
}

async function talk(admin: Caller): Promise<void> {
  const { calls: conversing } = conversations;
  await running.call(agentSettings.calls.list, { limit: 10, offset: 0 }, admin);
  const { id: conversation_id } = await running.call(conversing.create, { tags: ['rules'] }, admin);
  for (const caller of [admin, aViewerBeside(admin)]) {
    for (const filter of [
      {},
      { tags: 'rules' },
      { tags: 'rare' },
      { no_tags: true },
      { text: 'rule' },
      { text: 'rare' },
      { text: 'ru' },
      { include_archived: true },
    ])
      await running.call(conversing.list, filter, caller);
    await running.call(conversing.allTags, {}, caller);
  }
  const reference = { conversation_id };
  model.next.push({ status: 500, body: '' }, null, { whole: { text: 'These.' } });
  await running.call(conversing.ask, { ...reference, content: 'Which rules?' }, admin, aKey());
  await running.call(conversing.begin, { ...reference, message: 'And which others?' }, admin);
  await takeOver(conversation_id, admin);
  await eventually('it is answered', async () => {
    const { status } = await running.call(conversing.follow, reference, admin);
    return status === 'answered';
  });
  await running.call(conversing.follow, { ...reference, after: 1, earlier: true }, admin);
  await running.call(conversing.update, { ...reference, name: 'Rules' }, admin);
  await running.call(conversing.share, reference, admin);
  for (const query_id of [null, 1])
    await running.call(conversationNotes.calls.describe, { ...reference, query_id }, admin);
  await running.call(conversing.unshare, reference, admin);
  await running.call(conversing.archive, reference, admin);
  await running.call(conversing.get, reference, admin);
  await running.call(conversing.unarchive, reference, admin);
  const { id } = await running.call(conversing.create, {}, admin);
  await running.call(conversing.archive, { conversation_id: id }, admin);
  await running.call(conversing.removePermanently, { conversation_id: id }, admin);
}

/** Has the second question taken over, as if the process that began it were gone. */
async function takeOver(conversation_id: string, admin: Caller): Promise<void> {
  await eventually('the model is asked', () => model.requests.length === 2);
  await running.session.rows(`UPDATE agents.questions SET leased_until = now() WHERE status = 'answering'`);
  const payload = { project_id: projectIdOf(admin), conversation_id, number: 2 };
  await running.get(Jobs).add(answerTaking, payload, { key: conversation_id });
}

function aKey(): Idempotency {
  return { key: 'once', operation: 'POST /messages/', fingerprint: 'a fingerprint' };
}

async function run(tool_id: string, admin: Caller): Promise<void> {
  running.knowledge.found = [aPassage()];
  await running.run(admin, tool_id, { query: 'refunds' });
  await outcomeOf(running.run(admin, tool_id, {}));
  await running.call(toolRuns.calls.list, { tool_id }, admin);
}

async function rename(tool_id: string, admin: Caller): Promise<void> {
  const renamed_at = new Date().toISOString();
  await running.publish(projectRenamed.of({ project_id: projectIdOf(admin), name: 'Renamed', renamed_at }));
  await eventually('it is renamed', async () => {
    const { owner_project_name } = await running.call(calls.get, { tool_id }, admin);
    return owner_project_name === 'Renamed';
  });
  await running.get(Jobs).trigger(runRetention);
  await eventually('old runs are deleted', () => Promise.resolve(log.names.has('tool_runs_delete_old')));
}

describe('the wall between projects', () => {
  it('protects every table of projects', async () => {
    expect(wall.tables).toEqual([
      'agent_settings',
      'conversation_entries',
      'conversation_tags',
      'conversations',
      'participants',
      'questions',
      'tool_catalogs',
      'tool_runs',
      'tools',
    ]);
    expect(await wall.unprotected()).toEqual([]);
  });

  it('keeps no statement from finding rows by an index', async () => {
    expect(await wall.slowed(wall.touching(log.sent))).toEqual([]);
  });

  it('lets no statement of this service return or change anything for another project than its own', async () => {
    const sent = wall.touching(log.sent);
    expect(await wall.foreignEffects(sent)).toEqual([]);
    expect((await wall.ownEffects(sent)).length).toBeGreaterThan(sent.length / 2);
  });

  it('would let every statement find its rows in one partition, by an index, were the tables divided by project', async () => {
    expect(partitions.undivided).toEqual([]);
    expect(await partitions.overreaching(wall.touching(log.every), EXCEPTIONS)).toEqual([]);
  });

  it('would not keep a cluster that distributes the tables from any statement', async () => {
    expect(await wall.undistributable(log.texts)).toEqual([]);
  });

  it('is shown for every statement that has a name', async () => {
    expect(await neverSent(join(import.meta.dirname, '../src'), log, NEVER_SENT)).toEqual([]);
  });

  it('is shown for every call about a project', () => {
    expect(neverCalled('agents', running.called)).toEqual([]);
  });

  it('leaves nothing of a deleted project', async () => {
    expect(await deleteFullestProject(running.bus, wall)).toMatchObject({ emptyBefore: [], left: {} });
  });
});
