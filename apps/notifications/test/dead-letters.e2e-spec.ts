import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type DatabaseSession, type TestDatabase, cloneDatabase, openSession } from '@pks/testing';
import { notificationsSchema } from '../src/notifications.database.ts';

const run = promisify(execFile);
const COMMAND = fileURLToPath(new URL('../dist/dead-letters.js', import.meta.url));

let clone: TestDatabase;
let session: DatabaseSession;
beforeAll(async () => {
  clone = await cloneDatabase(notificationsSchema);
  session = await openSession(clone.url);
});
afterAll(async () => {
  await session.close();
  await clone.drop();
});
beforeEach(() => session.rows('DELETE FROM notifications.deferred_events'));

async function aDeadLetter(isDead = true): Promise<string> {
  const id = randomUUID();
  await session.rows(
    `INSERT INTO notifications.deferred_events
       (consumer, event_id, subject, payload, request_id, occurred_at, failures, last_error, next_attempt_at, dead_at)
     VALUES ('notifications', $1, 'things.event.said', '{}', 'none', now(), 5, $2, now() + interval '1 hour', $3)`,
    [id, 'It is\nbroken.', isDead ? new Date('2026-11-21T12:00:00Z') : null],
  );
  return id;
}

/** The command's output and exit code. An empty variable counts as unset. */
function command(...args: string[]): Promise<{ said: string; code: number }> {
  return commandWith({ NOTIFICATIONS_DATABASE_URL: '', DATABASE_URL: clone.url }, ...args);
}

async function commandWith(
  variables: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<{ said: string; code: number }> {
  const env = { ...process.env, ...variables };
  try {
    const { stdout } = await run(process.execPath, [COMMAND, ...args], { env });
    return { said: stdout.trim(), code: 0 };
  } catch (error) {
    const { stderr, code } = error as { stderr: string; code: number };
    return { said: stderr.trim(), code };
  }
}

describe('the command for dead letters', () => {
  it('lists each on a line, with when, what and why, and nothing that is still being retried', async () => {
    const id = await aDeadLetter();
    await aDeadLetter(false);
    expect(await command('list')).toEqual({
      said: `2026-11-21T12:00:00.000Z  ${id}  notifications  things.event.said  It is broken.`,
      code: 0,
    });
  });

  it('retries one, or all', async () => {
    const [one] = [await aDeadLetter(), await aDeadLetter(), await aDeadLetter()];
    expect(await command('replay', one)).toEqual({ said: 'Queued for a retry: 1.', code: 0 });
    expect(await command('replay', 'all')).toEqual({ said: 'Queued for a retry: 2.', code: 0 });
    expect(await command('list')).toEqual({ said: 'No dead letters.', code: 0 });
    const due = await session.rows(
      'SELECT FROM notifications.deferred_events WHERE failures = 0 AND next_attempt_at <= now()',
    );
    expect(due).toHaveLength(3);
  });

  it('says when there are none, and shows its usage', async () => {
    expect(await command('replay', 'all')).toEqual({ said: 'No dead letters.', code: 0 });
    expect(await command('replay', randomUUID())).toEqual({ said: 'There is no such dead letter.', code: 1 });
    const said = 'Use: list, replay EVENT_ID, or replay all.';
    for (const wrong of [[], ['show'], ['replay'], ['replay', 'x'], ['list', 'all']])
      expect(await command(...wrong)).toEqual({ said, code: 2 });
    for (const asked of ['--help', '-h']) expect(await command(asked)).toEqual({ said, code: 0 });
  });

  it('names the variable of its database where none is set, and whose address cannot be read', async () => {
    const none = { NOTIFICATIONS_DATABASE_URL: '', DATABASE_URL: '' };
    expect(await commandWith(none, 'list')).toEqual({
      said: 'Set NOTIFICATIONS_DATABASE_URL or DATABASE_URL.',
      code: 1,
    });
    expect(await commandWith({ NOTIFICATIONS_DATABASE_URL: '127.0.0.1:5432/none' }, 'list')).toEqual({
      said: expect.stringMatching(/^The environment is not usable\. NOTIFICATIONS_DATABASE_URL: [^\n]*$/),
      code: 1,
    });
  });
});
