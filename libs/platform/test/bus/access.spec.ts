import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  Empty,
  InProject,
  type Rpc,
  type RpcDeclaration,
  SERVICE_NAMES,
  type ServiceName,
  Uuid,
  contract,
  nothing,
  rpc,
  service,
  through,
} from '@pks/contracts';
import { type TestBus, aCall, aCaller, outcomeOf } from '@pks/testing';
import { Forbidden } from '../../src/index.ts';
import { openBus, serveContract } from '../fixtures/bus.ts';

class InOrganization {
  @Uuid()
  readonly organization_id!: string;
}

const FORBIDDEN = new Forbidden().data;
const DONE = { answered: undefined };
const PROJECT = randomUUID();
const ORGANIZATION = randomUUID();

const { calls, subject } = contract(`test-${randomUUID().slice(0, 8)}.doors`, {
  open: rpc(Empty).by('anyone').returns(nothing),
  known: rpc(Empty).by('authenticated').returns(nothing),
  enter: rpc(InProject).by('authenticated').returns(nothing),
  own: rpc(Empty).by('user_token').returns(nothing),
  look: rpc(InProject).by('view').returns(nothing),
  change: rpc(InProject).by('admin').returns(nothing),
  govern: rpc(InOrganization).by('organization_admin').returns(nothing),
  sync: rpc(Empty).by(service('notifications')).returns(nothing),
  read: through(rpc(InProject).by('view').returns(nothing), 'agents'),
} satisfies Record<string, RpcDeclaration>);

let bus: TestBus;
let stop: () => Promise<void>;
const seen: (readonly [string, Caller | null])[] = [];

beforeAll(async () => {
  bus = await openBus();
  const handler = (name: string) => async (_request: object, caller: Caller | null) =>
    void seen.push([name, caller]);
  const handlers = {
    open: handler('open'),
    known: handler('known'),
    enter: handler('enter'),
    own: handler('own'),
    look: handler('look'),
    change: handler('change'),
    govern: handler('govern'),
    sync: handler('sync'),
    read: handler('read'),
  };
  ({ stop } = await serveContract({ subject, calls }, handlers));
});
afterAll(async () => {
  await stop();
  await bus.close();
});

function inProject(...permissions: readonly ('CAN_VIEW_DATA' | 'CAN_PERFORM_ADMIN_ACTIONS')[]): Caller {
  return aCaller({ project: { id: PROJECT, permissions, artifact_publish_mode: 'auto_publish' } });
}

const inOrganization = (role: 'admin' | 'member'): Caller =>
  aCaller({ project: null, organization: { id: ORGANIZATION, role } });

/** The outcome of a call by a user, or without one; the handler must not run if the call is refused. */
async function by(caller: Caller | null, call: Rpc, request: object = {}): Promise<unknown> {
  seen.length = 0;
  const outcome = await outcomeOf(bus.client.call(call, request, aCall(caller)));
  expect(seen).toHaveLength(outcome instanceof Object && 'answered' in outcome ? 1 : 0);
  return outcome;
}

const there = { project_id: PROJECT };

describe('a call of a project', () => {
  it('is for users who have its permission there', async () => {
    const [viewer, admin] = [inProject('CAN_VIEW_DATA'), inProject('CAN_PERFORM_ADMIN_ACTIONS')];
    expect(await by(viewer, calls.look, there)).toEqual(DONE);
    expect(await by(viewer, calls.change, there)).toEqual(FORBIDDEN);
    expect(await by(admin, calls.look, there)).toEqual(DONE);
    expect(await by(admin, calls.change, there)).toEqual(DONE);
    expect(await by(inProject(), calls.look, there)).toEqual(FORBIDDEN);
  });

  it('is not for a caller of another project, or of none', async () => {
    const elsewhere = { project_id: randomUUID() };
    const admin = inProject('CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS');
    for (const call of [calls.look, calls.change]) {
      expect(await by(admin, call, elsewhere)).toEqual(FORBIDDEN);
      expect(await by({ ...admin, project: null }, call, there)).toEqual(FORBIDDEN);
      expect(await by(inOrganization('admin'), call, there)).toEqual(FORBIDDEN);
      expect(await by(admin, call, {})).toEqual(FORBIDDEN);
    }
  });

  it('that is for every user is for none of another project either', async () => {
    expect(await by(inProject(), calls.enter, there)).toEqual(DONE);
    expect(await by(inProject(), calls.enter, { project_id: randomUUID() })).toEqual(FORBIDDEN);
    expect(await by(inOrganization('admin'), calls.enter, there)).toEqual(FORBIDDEN);
  });

  it('checks its project in either case', async () => {
    const viewer = inProject('CAN_VIEW_DATA');
    expect(await by(viewer, calls.look, { project_id: PROJECT.toUpperCase() })).toEqual(DONE);
  });
});

describe('a call for user tokens', () => {
  it('is for users with a token of this service, and no other credential', async () => {
    const user = aCaller({ project: null });
    expect(await by(user, calls.own)).toEqual(DONE);
    expect(await by({ ...user, kind: 'service_account' }, calls.own)).toEqual(FORBIDDEN);
    expect(await by({ ...user, credential_id: user.user_id }, calls.own)).toEqual(FORBIDDEN);
    expect(await by(null, calls.own)).toEqual(FORBIDDEN);
  });
});

describe('a call of an organization', () => {
  const place = { organization_id: ORGANIZATION };

  it('is for its admins, and not for those of another', async () => {
    expect(await by(inOrganization('admin'), calls.govern, place)).toEqual(DONE);
    expect(await by(inOrganization('member'), calls.govern, place)).toEqual(FORBIDDEN);
    expect(await by(inOrganization('admin'), calls.govern, { organization_id: randomUUID() })).toEqual(
      FORBIDDEN,
    );
    expect(await by(inProject('CAN_PERFORM_ADMIN_ACTIONS'), calls.govern, place)).toEqual(FORBIDDEN);
  });
});

describe('no caller', () => {
  it('makes only calls that are open to anyone, whose handlers get no caller', async () => {
    for (const call of [calls.known, calls.look, calls.change, calls.govern, calls.sync]) {
      expect(await by(null, call, { ...there })).toEqual(FORBIDDEN);
    }
    expect(await by(null, calls.open)).toEqual(DONE);
    expect(await by(inProject(), calls.open)).toEqual(DONE);
    expect(seen).toEqual([['open', null]]);
  });
});

describe('a call of services', () => {
  const from = (name: 'notifications' | 'feedback' | 'gateway', call: Rpc = calls.sync): Promise<unknown> => {
    const client = bus.clientFor({ ...calls.sync, access: service(name) });
    return outcomeOf(client.call(call, {}, aCall(null)));
  };

  it('is for the services that it names, whose handlers get no caller', async () => {
    seen.length = 0;
    expect(await from('notifications')).toEqual(DONE);
    expect(seen).toEqual([['sync', null]]);
    expect(await from('feedback')).toEqual(FORBIDDEN);
    expect(await from('gateway')).toEqual(FORBIDDEN);
  });

  it('is for no user, whatever their permissions', async () => {
    const admin = inProject('CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS');
    expect(await by(admin, calls.sync)).toEqual(FORBIDDEN);
  });
});

describe('a call of users', () => {
  const viewer = inProject('CAN_VIEW_DATA');
  const from = (name: ServiceName, call: Rpc, caller: Caller | null, request: object = there) => {
    const client = bus.clientFor({ ...calls.sync, access: service(name) });
    return outcomeOf(client.call(call, request, aCall(caller)));
  };

  it('is made by the gateway, and by no service that it does not name', async () => {
    for (const call of [calls.look, calls.read]) expect(await from('gateway', call, viewer)).toEqual(DONE);
    for (const name of SERVICE_NAMES.filter((one) => one !== 'gateway'))
      expect(await from(name, calls.look, viewer)).toEqual(FORBIDDEN);
    for (const call of [calls.known, calls.change, calls.govern])
      expect(await from('agents', call, inProject('CAN_PERFORM_ADMIN_ACTIONS'))).toEqual(FORBIDDEN);
    for (const name of SERVICE_NAMES.filter((one) => one !== 'gateway' && one !== 'agents'))
      expect(await from(name, calls.read, viewer)).toEqual(FORBIDDEN);
  });

  it('is made by a service that it names, for a user with the permission, who is its caller', async () => {
    seen.length = 0;
    expect(await from('agents', calls.read, viewer)).toEqual(DONE);
    expect(seen).toEqual([['read', viewer]]);
    expect(await from('agents', calls.read, inProject())).toEqual(FORBIDDEN);
    expect(await from('agents', calls.read, null)).toEqual(FORBIDDEN);
    const elsewhere = { project_id: randomUUID() };
    expect(await from('agents', calls.read, viewer, elsewhere)).toEqual(FORBIDDEN);
    expect(seen).toHaveLength(1);
  });
});
