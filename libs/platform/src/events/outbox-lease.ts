import { v7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';

/** After a process dies, its events wait this long at most. Milliseconds. */
const LEASE_MS = 5_000;
const LEASE = `interval '${LEASE_MS} milliseconds'`;

/** Also extends a lease that this relay holds. */
const ACQUIRE = statement<{ holder: string }>(
  'outbox_lease_acquire',
  `INSERT INTO outbox_lease (holder, held_until) VALUES (:holder, now() + ${LEASE})
   ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
     WHERE outbox_lease.holder = excluded.holder OR outbox_lease.held_until < excluded.held_until - ${LEASE}
   RETURNING holder`,
);
const RELEASE = statement<object>(
  'outbox_lease_release',
  'UPDATE outbox_lease SET held_until = now() WHERE holder = :holder',
);

/**
 * A condition of statements that record what a relay did: `:holder` still has the lease, and no other relay can take it over
 * before they are committed.
 */
export const HELD = `EXISTS (SELECT 1 FROM outbox_lease WHERE holder = :holder AND held_until > now() FOR SHARE)`;

/** Lets one relay at a time publish the outbox of a service. It is a row, so no transaction and no connection is held. */
export class OutboxLease {
  /** The id of this relay. */
  readonly holder = v7();

  constructor(private readonly database: Database) {}

  /** Runs work while holding the lease; returns undefined without running it while another relay holds the lease. */
  async hold<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (!(await this.acquire())) return undefined;
    const extending = setInterval(() => void this.acquire().catch(() => undefined), LEASE_MS / 4);
    try {
      return await work();
    } finally {
      clearInterval(extending);
      await this.release();
    }
  }

  private async acquire(): Promise<boolean> {
    return (await this.database.rows(ACQUIRE, { holder: this.holder })).length > 0;
  }

  /** If that fails, the lease expires. */
  private async release(): Promise<void> {
    await this.database.rows(RELEASE, { holder: this.holder }).catch(() => undefined);
  }
}
