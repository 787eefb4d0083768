import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Notification, Page, Signal, SignalCounts } from '@pks/contracts';
import { eventually, openSession } from '@pks/testing/black-box';
import { type Person, World } from './support/world.ts';

const world = new World();

let projectId: string;
let base: string;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  projectId = (await world.project()).id;
  base = `/projects/${projectId}/signals/`;
});

beforeEach(async () => {
  [ana, ben] = await Promise.all([world.member(projectId), world.member(projectId)]);
});

const submit = async (person: Person, fields: object = {}): Promise<Signal> =>
  (await person.api.post<Signal>(base, { feedback: 'Out of date.', ...fields })).body;

/** A user's notification of a signal, once it exists. */
async function notificationOf(signal: Signal, reader: Person['api'], type: string): Promise<Notification> {
  const list = `/projects/${projectId}/notifications/?notification_type=${type}`;
  const find = async (): Promise<Notification | undefined> =>
    (await reader.get<Page<Notification>>(list)).body.results.find(
      ({ source_object_id }) => source_object_id === signal.id,
    );
  await eventually('they are notified', async () => (await find()) !== undefined);
  return (await find())!;
}

describe('signals', () => {
  it('are visible to users who gave them and to admins, and do not exist for others', async () => {
    const signal = await submit(ana);
    const path = `${base}${signal.id}/`;
    expect((await ana.api.get(path)).body).toMatchObject({ id: signal.id, given_by: { email: ana.email } });
    expect((await world.founder.get(path)).status).toBe(200);
    for (const answer of [await ben.api.get(path), await ben.api.patch(path, { status: 'reviewed' })]) {
      expect([answer.status, answer.text]).toEqual([404, '{"error":"Not found."}']);
    }
    expect((await ben.api.get<Page<Signal>>(base)).body.count).toBe(0);
    expect((await ben.api.get<SignalCounts>(`${base}counts/`)).body.total).toBe(0);
    expect((await ana.api.delete(path)).status).toBe(403);
  });

  it('keep their filters in the links to further pages', async () => {
    for (const feedback of ['one', 'two']) await submit(ana, { feedback, is_positive: true });
    const query = '?sentiment=positive&is_positive=true&search=o&limit=1';
    const { body } = await ana.api.get<Page<Signal> & { next: string }>(`${base}${query}`);
    expect(body).toMatchObject({ count: 2, results: [{ feedback: 'two' }] });
    expect(body.next).toMatch(/sentiment=positive&is_positive=true&search=o&limit=1&offset=1$/);
  });

  it('notify admins when submitted, and the user who gave them when closed', async () => {
    const signal = await submit(ana);
    expect(await notificationOf(signal, world.founder, 'signal_submitted')).toMatchObject({
      access_level: 'admin',
      message: `${ana.email} submitted a signal: "Out of date."`,
      actions: { primary: { url: `${base}${signal.id}/` } },
    });
    await world.founder.patch(`${base}${signal.id}/`, { status: 'reviewed' });
    expect(await notificationOf(signal, ana.api, 'signal_closed')).toMatchObject({
      message: 'Your signal was reviewed: "Out of date."',
    });
  });
});

describe('a user who changes a signal and is deactivated while still in the gateway’s cache', () => {
  it('is not found, and nothing is changed', async () => {
    let tried = await tryDeactivated();
    // The gateway may meanwhile drop them from its cache; then another user is tried.
    for (let n = 1; n < 5 && tried.answers.some(({ status }) => status === 401); n += 1) {
      tried = await tryDeactivated();
    }
    for (const answer of tried.answers) {
      expect([answer.status, answer.text]).toEqual([404, '{"error":"User not found"}']);
    }
    expect((await world.founder.get(`${base}${tried.signal.id}/`)).body).toEqual(tried.signal);
  });
});

/** A signal, and the responses to a user who was deactivated before trying to change it in both ways. */
async function tryDeactivated() {
  const conversation_id = randomUUID();
  const admin = await world.member(projectId, ['CAN_PERFORM_ADMIN_ACTIONS']);
  const signal = await submit(admin, { context: { conversation_id } });
  const database = await openSession(process.env['E2E_DATABASE_URL'] ?? '');
  await database.rows('UPDATE identity.users SET is_active = false WHERE id = $1', [admin.id]);
  await database.close();
  const answers = [
    await admin.api.patch(`${base}${signal.id}/`, { status: 'reviewed' }),
    await admin.api.post(`${base}mark_conversation_reviewed/`, { conversation_id }),
  ];
  return { signal, answers };
}
