import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { FaultCase, Scene } from './fault-case.ts';

/** How long most faults last. Milliseconds. */
const FAULT_MS = 20_000;

/** NATS is killed, and restarted on its data after some seconds. */
function natsAway(seconds: number): FaultCase {
  return {
    name: `nats-away-${seconds}s`,
    sentence: `NATS is killed, and started again on its data ${seconds} s later.`,
    mayEnd: (end) => end === 'nats (killed)',
    bring: async ({ product: { stack }, ends }) => {
      const gone = ends.next('nats');
      process.kill(stack.servers['nats'] ?? 0, 'SIGKILL');
      await gone;
      await sleep(seconds * 1_000);
      await stack.start('nats');
      return [];
    },
  };
}

function postgresSlow(name: string, delayMs: number): FaultCase {
  return {
    name: `postgres-slow-${name}`,
    sentence: `Each answer of PostgreSQL takes ${name} longer, for 20 s.`,
    bring: async ({ proxy }) => {
      proxy.delayMs = delayMs;
      await sleep(FAULT_MS);
      proxy.delayMs = 0;
      return [];
    },
  };
}

const POSTGRES_FROZEN: FaultCase = {
  name: 'postgres-frozen',
  sentence: 'PostgreSQL accepts connections, and says nothing for 20 s.',
  bring: async ({ proxy }) => {
    proxy.freeze();
    await sleep(FAULT_MS);
    proxy.thaw();
    return [];
  },
};

const POSTGRES_READ_ONLY: FaultCase = {
  name: 'postgres-read-only',
  sentence: 'PostgreSQL refuses every write for 20 s, as a standby does.',
  bring: async (scene) => {
    await inDatabase(scene, async (client) => {
      await client.query('ALTER SYSTEM SET default_transaction_read_only = on');
      await client.query('SELECT pg_reload_conf()');
      await sleep(FAULT_MS);
      await client.query('ALTER SYSTEM RESET default_transaction_read_only');
      await client.query('SELECT pg_reload_conf()');
    });
    return [];
  },
};

/** Runs work in a database session of its own that bypasses the proxy. */
export async function inDatabase(
  { product: { stack } }: Scene,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Faults of NATS and of PostgreSQL. */
export const FAULTS_OF_SERVERS: readonly FaultCase[] = [
  natsAway(1),
  natsAway(25),
  natsAway(120),
  postgresSlow('200ms', 200),
  postgresSlow('2s', 2_000),
  POSTGRES_FROZEN,
  POSTGRES_READ_ONLY,
];
