import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Notification, NotificationsChanged, Page, UnreadCount } from '@pks/contracts';
import { eventually, linesAbout } from '@pks/testing/black-box';
import { EventStream } from './support/event-stream.ts';
import { type Person, World } from './support/world.ts';

const world = new World();
const logFile = process.env['E2E_LOG_FILE'] ?? '';

let projectId: string;
let base: string;
let reader: Person & { projectUserId: string };
let support: Person;
const streams: EventStream[] = [];

beforeAll(async () => {
  projectId = (await world.project()).id;
  base = `/projects/${projectId}/notifications/`;
});

beforeEach(async () => {
  [reader, support] = await Promise.all([
    world.member(projectId),
    world.member(projectId, ['CAN_VIEW_DATA', 'CAN_IMPERSONATE_OTHER_USERS']),
  ]);
});

afterEach(() => streams.splice(0).forEach((stream) => stream.close()));

async function open(headers: Record<string, string> = {}): Promise<EventStream> {
  const stream = await EventStream.open(`${world.baseUrl}${base}stream/`, reader.token, headers);
  streams.push(stream);
  return stream;
}

/** Publishes a version; every member is notified of it. */
async function publish(): Promise<void> {
  const { slug } = await world.artifact(projectId);
  const versions = `/projects/${projectId}/artifacts/${slug}/versions/`;
  await world.founder.post(versions, { payload: 'Second' });
  await world.founder.post(`${versions}2/publish/`);
}

async function unread(person: Person, headers: Record<string, string> = {}): Promise<number> {
  return (await person.api.get<UnreadCount>(`${base}unread-count/`, headers)).body.count;
}

describe('a member', () => {
  it('is notified of a version, reads, marks and deletes the notification', async () => {
    await publish();
    await eventually('they are notified', async () => (await unread(reader)) === 1);
    const { body } = await reader.api.get<Page<Notification>>(`${base}?status=unread`);
    const [notification] = body.results;
    expect(notification).toMatchObject({
      user: reader.id,
      notification_type: 'artifact_published',
      status: 'unread',
    });
    const path = `${base}${notification?.id}/`;
    expect((await reader.api.get(path)).body).toMatchObject({ id: notification?.id });
    expect((await reader.api.post(`${path}mark-as-read/`)).body).toMatchObject({ status: 'read' });
    expect((await reader.api.post(`${path}mark-as-unread/`)).body).toMatchObject({ read_at: null });
    expect(await reader.api.post(`${base}mark-all-as-read/`)).toMatchObject({
      status: 200,
      body: { count: 1 },
    });
    expect(await reader.api.post(`${base}delete-read/`)).toMatchObject({ status: 200, body: { count: 1 } });
    expect((await reader.api.delete(path)).status).toBe(404);
  });

  it('receives events in a stream, with the content of the service', async () => {
    const stream = await open();
    await stream.first('open');
    await publish();
    const { data } = await stream.first('created');
    expect(data).toMatchObject({
      user: reader.id,
      project: projectId,
      status: 'unread',
      relative_time: 'just now',
    });
    await reader.api.post(`${base}${String(data['id'])}/mark-as-read/`);
    expect((await stream.first('changed')).data).toMatchObject({ id: data['id'], status: 'read' });
    await reader.api.delete(`${base}${String(data['id'])}/`);
    expect((await stream.first('deleted')).data).toEqual({ id: data['id'] });
  });

  it('receives missed events in a resumed stream, and none twice', async () => {
    const first = await open();
    await first.first('open');
    await publish();
    await first.first('created');
    first.close();
    await publish();
    await publish();
    await eventually('they are notified', async () => (await unread(reader)) === 3);
    const second = await open({ 'last-event-id': first.lastId });
    await eventually('all was read', () => second.changes.length >= 2);
    await publish();
    await eventually('all was read', () => second.changes.length >= 3);
    const ids = [...first.changes, ...second.changes].map(({ data }) => data['id']);
    expect([ids.length, new Set(ids).size]).toEqual([4, 4]);
  });

  it('starts again when Last-Event-ID is not theirs', async () => {
    const stream = await open({ 'last-event-id': '9'.repeat(15) });
    await stream.first('reset');
  });

  it('starts again when they became an admin, or no longer are one, while no stream was open', async () => {
    let stream = await open();
    await stream.first('open');
    for (const permissions of [['CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS'], ['CAN_VIEW_DATA']]) {
      stream.close();
      await world.founder.patch(`/projects/${projectId}/users/${reader.projectUserId}/`, { permissions });
      stream = await open({ 'last-event-id': stream.lastId });
      await stream.first('reset');
    }
  });
});

describe('a member who acts as another user', () => {
  const markAll = (headers: Record<string, string>) =>
    support.api.post<NotificationsChanged>(`${base}mark-all-as-read/`, undefined, headers);

  it('marks the notifications of that user, and all services log both', async () => {
    await publish();
    await eventually('both are notified', async () => (await unread(reader)) + (await unread(support)) === 2);
    const requestId = randomUUID();
    const headers = { 'x-impersonate-email': reader.email };
    expect((await markAll({ ...headers, 'x-request-id': requestId })).body.count).toBe(1);
    expect([await unread(reader), await unread(support)]).toEqual([0, 1]);
    const lines = await linesAbout(logFile, requestId, ['gateway', 'notifications']);
    for (const line of lines.filter(({ service }) => service !== 'identity')) {
      expect(line).toMatchObject({
        user_id: support.id,
        user_email: support.email,
        effective_user_id: reader.id,
        effective_user_email: reader.email,
      });
    }
  });

  it('never gets the response of another effective user under the same Idempotency-Key', async () => {
    await publish();
    await eventually('both are notified', async () => (await unread(reader)) + (await unread(support)) === 2);
    const key = { 'idempotency-key': randomUUID() };
    const acting = { ...key, 'x-impersonate-email': reader.email };
    const replayed = async (headers: Record<string, string>) => {
      const { body, headers: said } = await markAll(headers);
      return [body.count, said.has('idempotent-replayed')];
    };
    expect(await replayed(key)).toEqual([1, false]);
    expect(await replayed(acting)).toEqual([1, false]);
    expect(await replayed(acting)).toEqual([1, true]);
    expect(await replayed(key)).toEqual([1, true]);
    expect([await unread(reader), await unread(support)]).toEqual([0, 0]);
  });
});
