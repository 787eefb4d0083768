import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  Empty,
  InProject,
  type Rpc,
  type RpcDeclaration,
  Words,
  contract,
  event,
  list,
  rpc,
  service,
} from '@pks/contracts';
import { type TestBus, type TestDatabase, aCall, aCaller, cloneDatabase, silentLog } from '@pks/testing';
import { Database, type Occurred, SystemClock, acrossProjects } from '../../src/index.ts';
import { DeferredEvents } from '../../src/events/deferred-events.ts';
import { EventHandling } from '../../src/events/event-handling.ts';
import { Inbox } from '../../src/events/inbox.ts';
import { openBus, serveContract } from '../fixtures/bus.ts';
import { ADD, ALL, RENAME, walledSchema } from '../fixtures/walled.ts';

class Named {
  @Words()
  readonly name!: string;
}

const { calls, subject } = contract(`test-${randomUUID().slice(0, 8)}.forgetful`, {
  everything: rpc(InProject).by('view').returns(list(Named)),
  mine: rpc(Empty).by('authenticated').returns(list(Named)),
  anybodys: rpc(InProject).by('anyone').returns(list(Named)),
  theirs: rpc(InProject).by(service('notifications')).returns(list(Named)),
} satisfies Record<string, RpcDeclaration>);
const renamed = event('things.event.renamed', InProject);

let clone: TestDatabase;
let database: Database;
let bus: TestBus;
let stop: () => Promise<void>;
let [a, b] = ['', ''];

const names = (): Promise<{ name: string }[]> => database.rows(ALL, []);

beforeAll(async () => {
  clone = await cloneDatabase(walledSchema);
  const options = { ...walledSchema, url: clone.url, poolSize: 2, migrate: true, name: 'test' };
  database = new Database({ ...options, rowSecurity: true }, silentLog());
  await database.open();
  bus = await openBus();
  const handlers = { everything: names, mine: names, anybodys: names, theirs: names };
  ({ stop } = await serveContract({ subject, calls }, handlers));
});
afterAll(async () => {
  await stop();
  await bus.close();
  await database.close();
  await clone.drop();
});
beforeEach(async () => {
  [a, b] = [randomUUID(), randomUUID()];
  await acrossProjects(async () => {
    await database.manager.query('DELETE FROM things');
    await database.rows(ADD, [a, 'of a']);
    await database.rows(ADD, [b, 'of b']);
  });
});

const memberOf = (id: string): Caller =>
  aCaller({ project: { id, permissions: ['CAN_VIEW_DATA'], artifact_publish_mode: 'auto_publish' } });
const call = (rpc: Rpc, request: object, caller: Caller | null): Promise<unknown> =>
  bus.clientFor(rpc).call(rpc, request, aCall(caller));

describe('a handler that forgets the project', () => {
  it('gets the rows of its caller’s alone', async () => {
    expect(await call(calls.everything, { project_id: a }, memberOf(a))).toEqual([{ name: 'of a' }]);
    expect(await call(calls.everything, { project_id: b }, memberOf(b))).toEqual([{ name: 'of b' }]);
    expect(await call(calls.mine, {}, memberOf(b))).toEqual([{ name: 'of b' }]);
  });

  it('gets nothing for a caller without one, and for nobody, whatever the request names', async () => {
    expect(await call(calls.mine, {}, aCaller({ project: null }))).toEqual([]);
    expect(await call(calls.anybodys, { project_id: a }, null)).toEqual([]);
    expect(await call(calls.anybodys, { project_id: a }, memberOf(a))).toEqual([]);
  });

  it('gets the rows of the project that a service names', async () => {
    expect(await call(calls.theirs, { project_id: a }, null)).toEqual([{ name: 'of a' }]);
  });
});

describe('a consumer that forgets the project', () => {
  it('changes the rows of its event’s alone', async () => {
    const consumer = {
      consume: (_: Occurred, once: (effect: () => Promise<void>) => Promise<void>) =>
        once(async () => void (await database.rows(RENAME, []))),
    };
    const [inbox, deferred] = [new Inbox(database), new DeferredEvents(database)];
    const parts = { inbox, deferred, log: silentLog(), clock: new SystemClock(), onHandled: () => undefined };
    const { payload } = renamed.of({ project_id: b });
    await new EventHandling('forgetful', [renamed], consumer, parts).handle({
      id: randomUUID(),
      subject: renamed.subject,
      payload,
      occurredAt: new Date(),
      requestId: 'test',
    });
    expect(await acrossProjects(names)).toEqual([{ name: 'of a' }, { name: 'of b!' }]);
  });
});
