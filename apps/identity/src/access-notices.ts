import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { ACCESS_CHANGED, type AccessChanged } from '@pks/contracts';
import { BusConnection, LOG, type Log, afterCommit, makeLog } from '@pks/platform';
import type { CommandConfig } from './identity.config.ts';

/** How long a command waits for NATS. Milliseconds. */
const PATIENCE_MS = 2_000;

/** Notifies the gateways that the access of users has changed. */
@Injectable()
export class AccessNotices {
  constructor(
    private readonly bus: BusConnection,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /**
   * Publishes the notice once the current transaction has committed. If the notice is lost, the change takes effect within 5 s, when the gateways'
   * caches expire.
   */
  changed(userIds: readonly string[]): void {
    afterCommit(() => this.publish({ user_ids: userIds }));
  }

  private publish(change: AccessChanged): void {
    try {
      this.bus.publish(ACCESS_CHANGED, JSON.stringify(change));
    } catch (error) {
      this.log.warn({ err: error }, 'access change notice not published');
    }
  }
}

/**
 * Does the work of a command that changes access, and flushes its notices. If NATS is not configured or unavailable, the
 * gateways notice the change when their caches expire.
 */
export async function withNotices(
  { ownNatsUrl, natsUrl, natsCa }: Pick<CommandConfig, 'ownNatsUrl' | 'natsUrl' | 'natsCa'>,
  work: (notices: AccessNotices) => Promise<void>,
): Promise<void> {
  const log = makeLog('admin', 'silent');
  const given = ownNatsUrl ?? natsUrl;
  const connection = new BusConnection(given ?? 'nats://127.0.0.1:4222', 'admin', log, natsCa);
  if (given !== undefined) connection.open();
  const until = performance.now() + PATIENCE_MS;
  while (given !== undefined && !connection.connected && performance.now() < until) await sleep(20);
  try {
    await work(new AccessNotices(connection, log));
    if (connection.connected) await Promise.race([connection.flush(), sleep(PATIENCE_MS)]);
  } finally {
    await connection.close();
  }
}
