import { createHash } from 'node:crypto';
import type { Caller } from '@pks/contracts';
import type { CallContext, Idempotency } from '../calls/call-context.ts';
import type { OnceOnly, Outcome } from '../calls/outcome.ts';
import { Conflict, Fault, type FaultData, isCallersFault } from '../errors/fault.ts';
import type { Database } from './database.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import { undoneAlone } from './transactions.ts';

interface Kept {
  readonly fingerprint: string;
  readonly fault: FaultData | null;
  readonly count: number | null;
  readonly body: Buffer;
}

/** Stored instead of a response that contains a secret. */
const SHOWN: FaultData = {
  kind: 'conflict',
  message: 'This request was carried out; its answer holds a secret that was shown once.',
};

/** The schema is part of the lock's name, because services may share a database. */
const LOCK = `SELECT pg_try_advisory_xact_lock(hashtextextended(current_schema() || $1, 0)) AS taken`;
const FIND = `
  SELECT fingerprint, fault, count, body FROM idempotency_keys
   WHERE credential_id = $1 AND operation = $2 AND key = $3 AND created_at > now() - interval '24 hours'`;
const KEEP = `
  INSERT INTO idempotency_keys (credential_id, operation, key, fingerprint, fault, count, body)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT ON CONSTRAINT idempotency_keys_pkey DO UPDATE
     SET fingerprint = excluded.fingerprint, fault = excluded.fault, count = excluded.count,
         body = excluded.body, created_at = now()`;
/** An operation longer than this is stored as its digest, because of the limits of an index. Characters. */
const LONGEST_OPERATION = 500;

/**
 * Requests with an `Idempotency-Key` (decisions 1). The effect and the record of its response are one transaction, so a
 * repetition finds both or neither, also after a crash.
 */
export class TransactionalOnceOnly implements OnceOnly {
  constructor(private readonly database: Database) {}

  /** @throws Conflict while the first one runs; a fault of kind `payload_mismatch` for another body. */
  run(context: CallContext, caller: Caller, work: () => Promise<Outcome>): Promise<Outcome> {
    const { idempotency } = context;
    if (!idempotency) return work();
    const identity = identityOf(idempotency, caller);
    return this.database.transaction(() => this.once(identity, idempotency.fingerprint, work));
  }

  /** Deletes records older than a day, a bounded number per transaction. */
  forget(): Promise<void> {
    const key = ['credential_id', 'operation', 'key'];
    return deleteInBatches(
      this.database,
      'idempotency_keys',
      key,
      `created_at < now() - interval '24 hours'`,
    );
  }

  private async once(
    identity: readonly string[],
    fingerprint: string,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const { manager } = this.database;
    const [lock]: { taken: boolean }[] = await manager.query(LOCK, [identity.join('\n')]);
    if (!lock?.taken) throw new Conflict('A request with this Idempotency-Key is still running.');
    const [kept]: Kept[] = await manager.query(FIND, [...identity]);
    if (kept) return replayed(kept, fingerprint);
    const outcome = await attempt(work);
    await manager.query(KEEP, [...identity, fingerprint, ...columnsOf(outcome)]);
    return outcome;
  }
}

function replayed(kept: Kept, fingerprint: string): Outcome {
  if (kept.fingerprint !== fingerprint) {
    const message = 'This Idempotency-Key was used with another request body.';
    throw new Fault({ kind: 'payload_mismatch', message });
  }
  if (kept.fault) return { ok: false, fault: kept.fault, replayed: true };
  const count = kept.count === null ? {} : { count: kept.count };
  return { ok: true, body: kept.body, replayed: true, ...count };
}

/** Runs the work. A fault of the caller rolls it back, and is a response to be stored like any other. */
async function attempt(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await undoneAlone(work);
  } catch (error) {
    if (!(error instanceof Fault) || !isCallersFault(error.data.kind)) throw error;
    return { ok: false, fault: error.data };
  }
}

/** The identity of a request. A caller who acts as several users has a record for each: no response to one is repeated to another. */
function identityOf({ key, operation }: Idempotency, caller: Caller): readonly string[] {
  const done = caller.impersonated_by ? `${operation} as ${caller.user_id}` : operation;
  return [caller.credential_id, shortened(done), key];
}

function shortened(operation: string): string {
  if (operation.length <= LONGEST_OPERATION) return operation;
  return createHash('sha256').update(operation).digest('base64url');
}

function columnsOf(outcome: Outcome): unknown[] {
  if (!outcome.ok) return [JSON.stringify(outcome.fault), null, Buffer.alloc(0)];
  if (outcome.shownOnce) return [JSON.stringify(SHOWN), null, Buffer.alloc(0)];
  return [null, outcome.count ?? null, Buffer.from(outcome.body)];
}
