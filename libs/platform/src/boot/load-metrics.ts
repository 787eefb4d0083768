import { Gauge, type Registry } from 'prom-client';
import type { BusServer } from '../bus/server.ts';
import type { Database } from '../database/database.ts';

/** The sources of a service's load metrics. */
interface Loaded {
  readonly server: Pick<BusServer, 'waiting'>;
  readonly database: Pick<Database, 'connections'>;
}

/** Registers metrics of a service's load, which are measured when they are requested. */
export function watchLoad(registry: Registry, { server, database }: Loaded): void {
  const registers = [registry];
  const calls: Gauge = new Gauge({
    name: 'bus_calls_waiting',
    help: 'Calls that wait until fewer others run.',
    registers,
    collect: () => calls.set(server.waiting),
  });
  const connections: Gauge = new Gauge({
    name: 'database_connections',
    help: 'Connections to PostgreSQL that work or wait for it, and those that do nothing.',
    labelNames: ['state'],
    registers,
    collect: () => {
      const { active, idle } = database.connections;
      connections.set({ state: 'active' }, active);
      connections.set({ state: 'idle' }, idle);
    },
  });
  const pending: Gauge = new Gauge({
    name: 'database_connections_pending',
    help: 'Statements and transactions that wait for a connection to PostgreSQL.',
    registers,
    collect: () => pending.set(database.connections.pending),
  });
}
