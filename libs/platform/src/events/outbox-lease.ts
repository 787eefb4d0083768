import { v7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';

/** How long events wait at most after their process died. Milliseconds. */
const LEASE_MS = 2_000;
const LEASE = `interval '${LEASE_MS} milliseconds'`;

/**
 * Acquires the lease for `:holder`, or extends it; returns no row while another relay holds it. A lease that ends later than any
 * lease could is held by nobody: the clock of PostgreSQL was set back. A crash may lose the lease, so its commit does not wait for
 * the disk: what a relay did is recorded under the lease or not at all.
 */
export const ACQUIRE = `
  INSERT INTO outbox_lease (holder, held_until)
  SELECT :holder, now() + ${LEASE} FROM set_config('synchronous_commit', 'off', true)
      ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
   WHERE outbox_lease.holder = excluded.holder OR excluded.held_until - outbox_lease.held_until > ${LEASE}
      OR outbox_lease.held_until - excluded.held_until > interval '1 minute'
  RETURNING holder`;

/**
 * Releases the lease if `:isLast`, otherwise extends it; returns no row if `:holder` has lost it. Until the
 * statement is committed, no other relay can take the lease over.
 */
export const RELEASE_IF_LAST = `
  UPDATE outbox_lease SET held_until = now() + CASE WHEN :isLast THEN interval '0' ELSE ${LEASE} END
   WHERE holder = :holder AND held_until > now()
  RETURNING holder`;

const EXTEND = statement<{ holder: string }>('outbox_lease_extend', ACQUIRE);
const RELEASE = statement<{ holder: string }>('outbox_lease_release', RELEASE_IF_LAST);

/** Lets one relay at a time publish the outbox of a service. The lease is a row, so it holds no transaction and no connection. */
export class OutboxLease {
  /** The id of this relay. */
  readonly holder = v7();

  constructor(private readonly database: Database) {}

  /** Extends the lease for as long as the work runs. */
  async extendDuring<T>(work: () => Promise<T>): Promise<T> {
    let extension: Promise<unknown> = Promise.resolve();
    const extending = setInterval(() => {
      extension = this.extend();
    }, LEASE_MS / 4);
    try {
      return await work();
    } finally {
      clearInterval(extending);
      await extension;
    }
  }

  /** Lets other relays acquire the lease, if this relay has it. If that fails, the lease expires. */
  async release(): Promise<void> {
    await this.database.rows(RELEASE, { holder: this.holder, isLast: true }).catch(() => undefined);
  }

  private async extend(): Promise<void> {
    await this.database.rows(EXTEND, { holder: this.holder }).catch(() => undefined);
  }
}
