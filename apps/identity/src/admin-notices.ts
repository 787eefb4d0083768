import { setTimeout as sleep } from 'node:timers/promises';
import { BusConnection, makeLog } from '@pks/platform';
import { AccessNotices } from './access/access-notices.ts';

/** A server that is not reached by then is done without. Milliseconds. */
const PATIENCE_MS = 2_000;

/** Does work that announces changes, and sends what it announced; without a server, or while it is away, nobody is told at once. */
export async function withNotices(
  natsUrl: string | undefined,
  work: (notices: AccessNotices) => Promise<void>,
): Promise<void> {
  const log = makeLog('admin', 'silent');
  const connection = new BusConnection(natsUrl ?? 'nats://127.0.0.1:4222', 'admin', log);
  if (natsUrl !== undefined) connection.open();
  const until = Date.now() + PATIENCE_MS;
  while (natsUrl !== undefined && !connection.connected && Date.now() < until) await sleep(20);
  try {
    await work(new AccessNotices(connection, log));
    if (connection.connected) await Promise.race([connection.flush(), sleep(PATIENCE_MS)]);
  } finally {
    await connection.close();
  }
}
