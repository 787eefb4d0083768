import type { Contract, ServiceName } from '@pks/contracts';
import { BusServer, type Service, SystemClock } from '@pks/platform';
import { type TestBus, silentLog, standInService } from '@pks/testing';

/** Serves a contract of another service on the bus of a test, with the checks that each service makes. */
export async function standInOn<C extends Contract>(
  { connection, seal }: TestBus,
  queue: ServiceName,
  contract: C,
  handlers: Service<C>,
): Promise<void> {
  const options = { queue, deadlineMs: 60_000, concurrency: 50, queued: 50 };
  const server = new BusServer({ connection, seal, clock: new SystemClock(), log: silentLog() }, options);
  await (await standInService(contract, handlers, server)).listen();
}
