import { randomUUID } from 'node:crypto';
import type { Caller } from '@pks/contracts';
import {
  BusClient,
  BusConnection,
  type CallContext,
  CallerSeal,
  type Idempotency,
  type Log,
  makeLog,
} from '@pks/platform';
import { eventually } from './eventually.ts';

/** Signs callers in tests. */
export const TEST_SECRET = 'a secret of thirty-two characters or more';

/** The NATS server of this run of tests. */
export function testNatsUrl(): string {
  const url = process.env['TEST_NATS_URL'];
  if (!url) throw new Error("This project's jest configuration starts no NATS server.");
  return url;
}

/** A log that says nothing. */
export function silentLog(): Log {
  return makeLog('test', 'silent');
}

/** A client of the bus, as the gateway has one. */
export interface TestBus {
  readonly client: BusClient;
  readonly connection: BusConnection;
  readonly seal: CallerSeal;
  close(): Promise<void>;
}

/** Opens a client of the bus that is connected. */
export async function connectTestBus(url?: string): Promise<TestBus> {
  const bus = openTestBus(url);
  await eventually('the client is connected', () => bus.connection.connected);
  return bus;
}

/** Opens a client of the bus, which connects as soon as it can. */
export function openTestBus(url: string = testNatsUrl()): TestBus {
  const connection = new BusConnection(url, 'test', silentLog());
  const client = new BusClient(connection);
  connection.open();
  client.open();
  return { client, connection, seal: new CallerSeal(TEST_SECRET), close: () => connection.close() };
}

/** A caller: an admin of a project of his own unless told otherwise. */
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
    ...overrides,
  };
}

/** The context of a call by a caller, with 10 s to go. */
export function aCall(bus: TestBus, caller: Caller | null, idempotency?: Idempotency): CallContext {
  return {
    requestId: randomUUID(),
    deadline: Date.now() + 10_000,
    caller: caller && bus.seal.seal(caller),
    ...(idempotency ? { idempotency } : {}),
  };
}
