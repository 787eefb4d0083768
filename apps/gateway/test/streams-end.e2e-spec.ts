import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Product,
  eventually,
  linesAbout,
  openSession,
  startFurtherGateway,
} from '@pks/testing/black-box';
import { EventStream } from './support/event-stream.ts';
import {
  type NotificationsInMemory,
  type ProductWithNotifications,
  startWithNotifications,
} from './support/notifications-in-memory.ts';
import { type Person, World } from './support/world.ts';

const FORBIDDEN = 'You do not have permission to perform this action.';
const UNAUTHENTICATED = 'Authentication credentials were not provided.';

let running: ProductWithNotifications;
let product: Product;
let world: World;
let notifications: NotificationsInMemory;

beforeAll(async () => {
  running = await startWithNotifications();
  ({ product, world, notifications } = running);
});

afterAll(() => running?.stop());

let projectId: string;
let path: string;
let reader: Person & { projectUserId: string };

beforeEach(async () => {
  projectId = (await world.project()).id;
  path = `/projects/${projectId}/notifications/stream/`;
  reader = await world.member(projectId);
});

async function open(person: Person, headers: Record<string, string> = {}): Promise<EventStream> {
  const stream = await EventStream.open(world.baseUrl + path, person.token, headers);
  await stream.first('open');
  return stream;
}

const member = (): string => `/projects/${projectId}/users/${reader.projectUserId}/`;

/** The last events of a stream, once it has ended. */
async function endOf(stream: EventStream): Promise<unknown> {
  await stream.first('end');
  await eventually('the stream ended', () => stream.ended);
  return stream.events.slice(stream.events.findIndex(({ event }) => event === 'end'));
}

const end = (error: string): unknown => [{ event: 'end', data: { error } }];

describe('a stream ends, and says why,', () => {
  it('when its credential is revoked', async () => {
    const stream = await open(reader);
    await reader.api.delete('/auth/token/');
    expect(await endOf(stream)).toEqual(end(UNAUTHENTICATED));
  });

  it('when its reader is no longer a member', async () => {
    const stream = await open(reader);
    await world.founder.delete(member());
    notifications.happen({ project_id: projectId, user_id: reader.id });
    expect(await endOf(stream)).toEqual(end(FORBIDDEN));
    expect(stream.events.map(({ event }) => event)).toEqual(['open', 'end']);
  });

  it('when its reader may no longer view the project', async () => {
    const stream = await open(reader);
    await world.founder.patch(member(), { permissions: [] });
    expect(await endOf(stream)).toEqual(end(FORBIDDEN));
  });

  it('at a check, when its credential is revoked without a notice', async () => {
    const stream = await open(reader);
    const database = await openSession(product.stack.databaseUrl);
    await database.rows('DELETE FROM identity.user_tokens WHERE user_id = $1', [reader.id]);
    await database.close();
    expect(await endOf(stream)).toEqual(end(UNAUTHENTICATED));
  });

  it('when the reader may no longer act as the other user', async () => {
    const support = await world.member(projectId, ['CAN_VIEW_DATA', 'CAN_IMPERSONATE_OTHER_USERS']);
    const stream = await open(support, { 'x-impersonate-email': reader.email });
    const users = `/projects/${projectId}/users/${support.projectUserId}/`;
    await world.founder.patch(users, { permissions: ['CAN_VIEW_DATA'] });
    expect(await endOf(stream)).toEqual(end(FORBIDDEN));
  });

  it('when the effective user may no longer view the project', async () => {
    const support = await world.member(projectId, ['CAN_VIEW_DATA', 'CAN_IMPERSONATE_OTHER_USERS']);
    const stream = await open(support, { 'x-impersonate-email': reader.email });
    await world.founder.delete(member());
    expect(await endOf(stream)).toEqual(end(FORBIDDEN));
  });
});

describe('a stream as another user', () => {
  it('sends the events of that user, and is logged with both', async () => {
    const support = await world.member(projectId, ['CAN_VIEW_DATA', 'CAN_IMPERSONATE_OTHER_USERS']);
    const stream = await open(support, {
      'x-impersonate-email': reader.email,
      'x-request-id': 'acting-stream',
    });
    notifications.happen({ project_id: projectId, user_id: support.id });
    notifications.happen({ project_id: projectId, user_id: reader.id });
    expect((await stream.first('created')).data).toMatchObject({ user: reader.id });
    stream.close();
    const lines = await linesAbout(product.logFile, 'acting-stream', ['gateway']);
    expect(lines.filter(({ service }) => service === 'gateway')).toEqual([
      expect.objectContaining({
        status: 200,
        user_id: support.id,
        user_email: support.email,
        effective_user_id: reader.id,
        effective_user_email: reader.email,
      }),
    ]);
  });
});

describe('a stream counts against the rate', () => {
  it('once, however long it is open and whatever it sends', async () => {
    const gateway = await startFurtherGateway(
      { natsUrl: product.stack.natsUrls['gateway'] ?? '', callerSecret: product.callerSecret },
      { RATE_LIMIT_PER_MINUTE: '3' },
    );
    const elsewhere = new World(gateway.baseUrl, reader.token, reader.token);
    const stream = await EventStream.open(gateway.baseUrl + path, reader.token);
    for (let n = 1; n <= 10; n += 1) {
      notifications.happen({ project_id: projectId, user_id: reader.id });
      await eventually('it was read', () => stream.events.length > n);
    }
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await elsewhere.founder.get('/users/me/')).status);
    stream.close();
    await gateway.stop();
    expect(statuses).toEqual([200, 200, 429]);
  });
});
