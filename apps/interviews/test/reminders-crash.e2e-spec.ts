import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { interviewAssigned, interviewReminderDue } from '@pks/contracts';
import { eventually } from '@pks/testing';
import { MortalInterviews } from './mortal-interviews.ts';

const DAY_MS = 24 * 60 * 60_000;
const REMINDED = { reminders_enabled: true, reminder_start_after_days: 3, reminder_interval_days: 1 };

let world: MortalInterviews;

beforeEach(async () => {
  world = await MortalInterviews.open();
  await world.started();
});
afterEach(() => world.stop());

/** Makes the first reminders and the scheduled sendings due. */
async function makeDue(): Promise<void> {
  await world.session.rows(`UPDATE interviews.interviews SET sent_at = sent_at - interval '3 days'`);
  await world.session.rows(`UPDATE interviews_jobs.job SET start_after = now() WHERE state = 'created'`);
}

/**
 * The moments at which two processes are killed: before a commit; between a commit and the end of its job; and between the
 * publication of events and its record.
 */
const KILLS = [
  ['pks.transaction.committed@30', 'pks.transaction.committing@45'],
  ['pks.transaction.committing@25', 'pks.transaction.committed@50'],
  ['pks.event.published@1', 'pks.event.published@1'],
] as const;

async function areKilled(moments: readonly string[]): Promise<void> {
  const processes = moments.map((moment) => world.start(moment));
  await eventually('both are killed', () => processes.every(({ endedBy }) => endedBy === 'SIGKILL'));
}

const LEFT = `
  SELECT FROM interviews_jobs.job
   WHERE state IN ('active', 'retry') OR (state = 'created' AND start_after <= now())
   UNION ALL SELECT FROM interviews.outbox WHERE stream_sequence IS NULL`;

/** The outcomes of the interviews: how often their assignees were notified, and the numbers of the reminders that are to come. */
const OUTCOMES = `
  WITH told AS (
    SELECT payload->>'interview_id' AS id, count(*) FILTER (WHERE subject = $1)::integer AS assigned,
           count(*) FILTER (WHERE subject = $2)::integer AS reminded
      FROM interviews.outbox GROUP BY 1
  ), next AS (
    SELECT data->>'interview_id' AS id, array_agg((data->>'number')::integer) AS next FROM interviews_jobs.job
     WHERE name = 'interview-reminder' AND state = 'created' AND start_after > now() GROUP BY 1
  )
  SELECT told.assigned, told.reminded, i.reminders_sent, next.next, count(*)::integer AS interviews
    FROM interviews.interviews i LEFT JOIN told ON told.id = i.id::text LEFT JOIN next ON next.id = i.id::text
   GROUP BY 1, 2, 3, 4 ORDER BY 2, 1`;

describe('two processes that are killed again and again', () => {
  it('send each reminder and each scheduled interview once, and lose none', async () => {
    const later = new Date(Date.now() + 5 * DAY_MS).toISOString();
    await world.assign(200, REMINDED);
    await world.assign(200, { ...REMINDED, scheduled_send_at: later });
    await world.kill();
    await makeDue();
    await world.withoutLeases(async () => {
      for (const moments of KILLS) await areKilled(moments);
      world.start();
      world.start();
      await eventually('all is sent', async () => (await world.session.rows(LEFT)).length === 0);
    });
    const subjects = [interviewAssigned.subject, interviewReminderDue.subject] as const;
    expect(await world.session.rows(OUTCOMES, subjects)).toEqual([
      { assigned: 1, reminded: 0, reminders_sent: 0, next: [1], interviews: 200 },
      { assigned: 1, reminded: 1, reminders_sent: 1, next: [2], interviews: 200 },
    ]);
    expect(await world.streamed()).toEqual({ [subjects[0]]: 400, [subjects[1]]: 200 });
  });
});

/** Adds future reminders of the same interviews, as if there were 500 times as many. */
const MULTIPLY = `
  INSERT INTO interviews_jobs.job_common (name, data, policy, blocked, created_on, start_after, keep_until)
  SELECT name, data, policy, blocked, created_on - random() * interval '1 day', start_after + random() * interval '1 day',
         keep_until + interval '1 day'
    FROM interviews_jobs.job_common, generate_series(1, 500) WHERE state = 'created'`;
const UPKEEP = [
  // The upkeep that PostgreSQL does by itself after some time, and the service once a day.
  'ALTER TABLE interviews_jobs.job_common SET (autovacuum_enabled = off)',
  'VACUUM ANALYZE interviews_jobs.job_common',
  'UPDATE interviews_jobs.queue SET maintain_on = now()',
  'SELECT pg_stat_force_next_flush()',
];

/** Most pages of a search are read to plan it: two of each index. A search through all jobs reads hundreds. */
const PAGES_OF_A_SEARCH = 50;

/** The counters of PostgreSQL. */
interface Readings {
  /** For the table of jobs: how often it was read whole, how often an index of it was searched, and how many pages were read. */
  readonly scans: number;
  readonly searches: number;
  readonly pages: number;
  /** The searches among these for jobs of dead processes. */
  readonly abandoned: number;
  /** How often the tables of interviews and their transcripts were read. */
  readonly interviews: number;
}

const READINGS = `
  SELECT t.seq_scan::integer AS scans, t.idx_scan::integer AS searches,
         (heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::integer AS pages,
         (SELECT idx_scan::integer FROM pg_stat_user_indexes
           WHERE schemaname = 'interviews_jobs' AND indexrelname = 'job_active') AS abandoned,
         (SELECT sum(seq_scan + idx_scan)::integer FROM pg_stat_user_tables
           WHERE schemaname = 'interviews' AND relname LIKE 'interview%') AS interviews
    FROM pg_stat_user_tables t JOIN pg_statio_user_tables USING (relid)
   WHERE t.schemaname = 'interviews_jobs' AND t.relname = 'job_common'`;

async function readings(): Promise<Readings> {
  const [row] = await world.session.rows<Readings>(READINGS);
  if (!row) throw new Error('PostgreSQL has counted nothing.');
  return row;
}

describe('reminders of the future', () => {
  it('cost a process nothing: it reads neither them nor their interviews, however many there are', async () => {
    await world.assign(100, REMINDED);
    await world.kill();
    await world.session.rows(MULTIPLY);
    for (const statement of UPKEEP) await world.session.rows(statement);
    const before = await readings();
    world.start();
    await eventually('it has looked for jobs that are due or abandoned', async () => {
      const { abandoned, scans } = await readings();
      return abandoned >= before.abandoned + 2 || scans > before.scans;
    });
    await world.kill();
    const after = await readings();
    expect(after).toMatchObject({ scans: before.scans, interviews: before.interviews });
    const searches = after.searches - before.searches;
    expect(after.pages - before.pages).toBeLessThan(PAGES_OF_A_SEARCH * searches);
  });
});
