import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { conversationChanged } from '@pks/contracts';
import { MortalProcess, ServiceGround, announceDeletion, eventually, publishEvent } from '@pks/testing';
import { feedback } from '../src/feedback.ts';

/** Deletion takes several batches, of 500 signals each. */
const SIGNALS = 1_700;
const USER = randomUUID();

let ground: ServiceGround;
let survivor: MortalProcess | undefined;
beforeAll(async () => (ground = await ServiceGround.open(feedback)));
afterAll(async () => {
  await survivor?.kill();
  await ground.remove();
});

async function aProjectWithSignals(): Promise<string> {
  const [id, { session }] = [randomUUID(), ground];
  await session.rows(`INSERT INTO feedback.participants VALUES ($1, $2, 'ana@example.test', now())`, [
    id,
    USER,
  ]);
  await session.rows(
    `INSERT INTO feedback.signals
       (project_id, id, given_by_id, status, sentiment, feedback, context, size, source,
        conversation_title, user_message, created_at, updated_at)
     SELECT $1, gen_random_uuid(), $2, 'to_review', 'neutral', 'Wrong', '{}', 5, 'api', '', '', now(), now()
       FROM generate_series(1, ${SIGNALS})`,
    [id, USER],
  );
  return id;
}

async function rowsOf(project: string): Promise<number> {
  const tables = [
    'signals',
    'participants',
    'signal_count_parts',
    'signal_groups',
    'signal_group_counts',
    'conversations',
  ];
  const parts = tables.map((table) => `SELECT FROM feedback.${table} WHERE project_id = $1`);
  return (await ground.session.rows(parts.join(' UNION ALL '), [project])).length;
}

const followed = (project: string, passes: number) =>
  eventually(`pass ${passes} is complete`, async () => {
    const complete = 'SELECT FROM feedback.deleted_projects WHERE id = $1 AND passes = $2';
    return (await ground.session.rows(complete, [project, passes])).length === 1;
  });

const IS_DUE = 'UPDATE feedback.deleted_projects SET next_pass_at = now() WHERE id = $1';

describe('the deletion of a project', () => {
  let kept: string;
  let deleted: string;
  let stored: number;

  beforeAll(async () => {
    [kept, deleted] = [await aProjectWithSignals(), await aProjectWithSignals()];
    stored = await rowsOf(deleted);
  });

  it('is continued by another process when one is killed in between', async () => {
    const mortal = await MortalProcess.start('feedback', {
      ...ground.env,
      DIE_AT: 'pks.project.deleted-batch@2',
    });
    await announceDeletion(ground.bus, deleted);
    expect(await mortal.ended).toBe('SIGKILL');
    const left = await rowsOf(deleted);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(stored);
    await ground.session.rows(IS_DUE, [deleted]);
    survivor = await MortalProcess.start('feedback', ground.env);
    await followed(deleted, 1);
    expect(await rowsOf(deleted)).toBe(0);
  });

  it('leaves other projects as they are', async () => {
    expect(await rowsOf(kept)).toBe(stored);
  });

  it('is repeated for what came late', async () => {
    await ground.session.rows(
      `INSERT INTO feedback.participants VALUES ($1, $2, 'ana@example.test', now())`,
      [deleted, USER],
    );
    await ground.session.rows(IS_DUE, [deleted]);
    await followed(deleted, 2);
    expect(await rowsOf(deleted)).toBe(0);
  });

  it('ends with the third pass', async () => {
    const next = 'SELECT next_pass_at FROM feedback.deleted_projects WHERE next_pass_at > now()';
    expect(await ground.session.rows(next)).toHaveLength(1);
    await ground.session.rows(IS_DUE, [deleted]);
    await followed(deleted, 3);
    const [row] = await ground.session.rows('SELECT next_pass_at FROM feedback.deleted_projects');
    expect(row).toEqual({ next_pass_at: null });
  });

  it('leaves later events of it without an effect', async () => {
    const changed = (project_id: string) =>
      conversationChanged.of({
        ...{ project_id, conversation_id: randomUUID(), title: 'Late', agent_name: 'Default' },
        ...{ created_by: USER, is_shared: false, is_archived: false },
        ...{ created_at: new Date().toISOString(), changed_at: new Date().toISOString() },
      });
    await publishEvent(ground.bus, changed(deleted));
    await publishEvent(ground.bus, changed(kept));
    await eventually('the other event has its effect', async () => (await rowsOf(kept)) === stored + 1);
    expect(await rowsOf(deleted)).toBe(0);
    expect(await ground.session.rows('SELECT FROM feedback.deferred_events')).toEqual([]);
  });
});
