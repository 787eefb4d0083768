import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Product,
  eventually,
  linesAbout,
  openSession,
  startFurtherGateway,
  startProduct,
} from '@pks/testing';
import { EventStream } from './support/event-stream.ts';
import { type NotificationsInMemory, serveNotifications } from './support/notifications-in-memory.ts';
import { type Person, World } from './support/world.ts';

const FORBIDDEN = 'You do not have permission to perform this action.';
const UNAUTHENTICATED = 'Authentication credentials were not provided.';
/** What a revocation may take of which nobody is told, in milliseconds (decisions 2). */
const AT_WORST = 5_000;

let product: Product;
let world: World;
let notifications: NotificationsInMemory;

beforeAll(async () => {
  product = await startProduct({ ownServers: true, apps: ['identity', 'gateway'] });
  const { stack, founderToken, strangerToken, callerSecret } = product;
  world = new World(stack.baseUrl, founderToken, strangerToken);
  notifications = await serveNotifications(stack.natsUrl, callerSecret);
});

afterAll(async () => {
  await notifications?.close();
  await product?.stop();
});

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

/** The events of a stream from its end on, once that is there. */
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

  it('when its reader is no member any more', async () => {
    const stream = await open(reader);
    await world.founder.delete(member());
    notifications.happen({ project_id: projectId, user_id: reader.id });
    expect(await endOf(stream)).toEqual(end(FORBIDDEN));
    expect(stream.events.map(({ event }) => event)).toEqual(['open', 'end']);
  });

  it('when its reader may view the project no more', async () => {
    const stream = await open(reader);
    await world.founder.patch(member(), { permissions: [] });
    expect(await endOf(stream)).toEqual(end(FORBIDDEN));
  });

  it('within 5 s when nobody is told', async () => {
    const stream = await open(reader);
    const database = await openSession(product.stack.databaseUrl);
    await database.rows('DELETE FROM identity.user_tokens WHERE user_id = $1', [reader.id]);
    await database.close();
    const revoked = Date.now();
    expect(await endOf(stream)).toEqual(end(UNAUTHENTICATED));
    expect(Date.now() - revoked).toBeLessThan(AT_WORST);
  });

  it('when who acts as another user may do so no more', async () => {
    const support = await world.member(projectId, ['CAN_VIEW_DATA', 'CAN_IMPERSONATE_OTHER_USERS']);
    const stream = await open(support, { 'x-impersonate-email': reader.email });
    const users = `/projects/${projectId}/users/${support.projectUserId}/`;
    await world.founder.patch(users, { permissions: ['CAN_VIEW_DATA'] });
    expect(await endOf(stream)).toEqual(end(FORBIDDEN));
  });

  it('when the user as whom somebody acts may view the project no more', async () => {
    const support = await world.member(projectId, ['CAN_VIEW_DATA', 'CAN_IMPERSONATE_OTHER_USERS']);
    const stream = await open(support, { 'x-impersonate-email': reader.email });
    await world.founder.delete(member());
    expect(await endOf(stream)).toEqual(end(FORBIDDEN));
  });
});

describe('a stream as another user', () => {
  it('tells what happens to him, and is logged with both', async () => {
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
  it('once, however long it is open and whatever it tells', async () => {
    const { natsUrl } = product.stack;
    const gateway = await startFurtherGateway(
      { natsUrl, callerSecret: product.callerSecret },
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
