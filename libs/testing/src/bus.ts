import { randomUUID } from 'node:crypto';
import type { Caller, Rpc, ServiceName } from '@pks/contracts';
import {
  BusClient,
  type BusIdentity,
  BusConnection,
  BusSeal,
  type CallContext,
  type Idempotency,
  type Log,
  makeLog,
} from '@pks/platform';
import { eventually } from './eventually.ts';

/** The secret that signs requests in tests. */
export const TEST_SECRET = 'a secret of thirty-two characters or more';

/** The NATS server of this run of tests. */
export function testNatsUrl(): string {
  const url = process.env['TEST_NATS_URL'];
  if (!url) throw new Error("This project's jest configuration starts no NATS server.");
  return url;
}

/** A log that discards its lines. */
export function silentLog(): Log {
  return makeLog('test', 'silent');
}

/** A client of the bus, as the gateway has one. */
export interface TestBus {
  readonly client: BusClient;
  /** A client for a service that may make the call: the gateway, unless only others may. */
  clientFor(rpc: Rpc): BusClient;
  readonly connection: BusConnection;
  readonly seal: BusSeal;
  close(): Promise<void>;
}

/** Opens a client and waits until it is connected. */
export async function connectTestBus(url?: string): Promise<TestBus> {
  const bus = openTestBus(url);
  await eventually('the client is connected', () => bus.connection.connected);
  return bus;
}

/** Opens a client of the bus, which connects as soon as it can. Services can answer it, because it uses the gateway's inbox. */
export function openTestBus(url: string = testNatsUrl(), secret: string = TEST_SECRET): TestBus {
  const connection = new BusConnection(url, 'gateway', silentLog());
  const seal = new BusSeal(secret);
  const clients = new Map<ServiceName, BusClient>();
  const clientOf = (name: ServiceName): BusClient => {
    const client = clients.get(name) ?? openClient(connection, { name, seal });
    clients.set(name, client);
    return client;
  };
  const clientFor = ({ access }: Rpc): BusClient =>
    clientOf(typeof access === 'object' ? (access.services[0] ?? 'gateway') : 'gateway');
  connection.open();
  return { client: clientOf('gateway'), clientFor, connection, seal, close: () => connection.close() };
}

function openClient(connection: BusConnection, identity: BusIdentity): BusClient {
  const client = new BusClient(connection, identity);
  client.open();
  return client;
}

/** A caller: an admin of a project of their own, unless specified otherwise. */
export function aCaller(overrides: Partial<Caller> = {}): Caller {
  return {
    user_id: randomUUID(),
    email: 'ana@example.test',
    kind: 'user',
    credential_id: randomUUID(),
    project: {
      id: randomUUID(),
      permissions: ['CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS'],
      artifact_publish_mode: 'manual_publish',
    },
    organization: null,
    ...overrides,
  };
}

/** How long a call of a test may take, so that a busy machine fails none. Milliseconds. */
export const TEST_DEADLINE_MS = 60_000;

/** The context of a call by a caller. */
export function aCall(caller: Caller | null, idempotency?: Idempotency): CallContext {
  return {
    requestId: randomUUID(),
    deadline: Date.now() + TEST_DEADLINE_MS,
    caller,
    ...(idempotency ? { idempotency } : {}),
  };
}
