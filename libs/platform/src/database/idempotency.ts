import { createHash } from 'node:crypto';
import type { Caller } from '@pks/contracts';
import type { Idempotency } from '../calls/call-context.ts';
import type { OnceOnly, Outcome } from '../calls/outcome.ts';
import { Fault, type FaultData, StillRunning, isCallersFault } from '../errors/fault.ts';
import type { Database } from './database.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import { KeyUsage } from './key-usage.ts';
import { statement } from './statement.ts';
import { afterCommit, undoneAlone } from './transactions.ts';

interface Kept {
  readonly fingerprint: string;
  readonly fault: FaultData | null;
  readonly count: number | null;
  readonly body: Buffer;
}

/** What is known about a key, what its user has used, and after how many seconds they may use as much again. */
type Found = (Kept | Record<keyof Kept, null>) & {
  readonly used_keys: number;
  readonly used_bytes: number;
  readonly over_in: number;
};

/** What identifies a request, and the user for whom its response is stored. */
interface OneRequest {
  readonly identity: readonly string[];
  readonly user: string;
}

/**
 * The most that is stored for a user in 24 hours: a request passes while less is stored. Several replicas, and requests that run
 * at the same time, may exceed it.
 */
export interface KeyLimits {
  readonly keys: number;
  /** Of the responses. */
  readonly bytes: number;
}

/** For each service that has a schema. Most of the bytes are contents that are stored anyway, such as versions of artifacts. */
const LIMITS: KeyLimits = { keys: 50_000, bytes: 256 * 1024 * 1024 };

/** Stored instead of a response that contains a secret. */
const SHOWN: FaultData = {
  kind: 'conflict',
  message: 'This request was carried out; its answer holds a secret that was shown once.',
};

/** The schema is part of the lock's name, because services may share a database. */
const LOCK = statement<{ taken: boolean }>(
  'idempotency-lock',
  'SELECT pg_try_advisory_xact_lock(hashtextextended(current_schema() || $1, 0)) AS taken',
);
/** One row: the record of the key, if any, and what its user has used. */
const FIND = statement<Found>(
  'idempotency-find',
  `SELECT kept.fingerprint, kept.fault, kept.count, kept.body,
          coalesce(used.keys, 0) AS used_keys, coalesce(used.bytes, 0) AS used_bytes,
          ceil(extract(epoch FROM coalesce(used.began_at, now()) + interval '24 hours' - now()))::integer AS over_in
     FROM (SELECT 1) AS request
     LEFT JOIN idempotency_keys kept
       ON kept.credential_id = $1 AND kept.operation = $2 AND kept.key = $3
      AND kept.created_at > now() - interval '24 hours'
     LEFT JOIN idempotency_usage used
       ON used.user_id = $4 AND used.began_at > now() - interval '24 hours'`,
);
const KEEP = statement<object>(
  'idempotency-keep',
  `INSERT INTO idempotency_keys (credential_id, operation, key, fingerprint, fault, count, body)
   VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT ON CONSTRAINT idempotency_keys_pkey DO UPDATE
      SET fingerprint = excluded.fingerprint, fault = excluded.fault, count = excluded.count,
          body = excluded.body, created_at = excluded.created_at`,
);
/** An operation longer than this is stored as its digest, because of the limits of an index. Characters. */
const LONGEST_OPERATION = 500;

/**
 * Requests with an `Idempotency-Key` (decisions 1). The effect and the record of its response are one transaction, so a
 * repeated request finds both or neither, even after a crash.
 */
export class TransactionalOnceOnly implements OnceOnly {
  /** The requests that this process is preparing and carrying out. */
  private readonly underWay = new Set<string>();
  private readonly usage: KeyUsage;

  constructor(
    private readonly database: Database,
    private readonly limits = LIMITS,
  ) {
    this.usage = new KeyUsage(database);
  }

  /**
   * Of requests that arrive at this process at the same time, only the first does the work. It holds no connection
   * meanwhile, so requests at other replicas may do it too; the effect still happens once. @throws as `run` does.
   */
  async prepare<T>(
    idempotency: Idempotency,
    caller: Caller,
    work: (stored: Outcome | undefined) => Promise<T>,
  ): Promise<T> {
    const request = requestOf(idempotency, caller);
    const name = nameOf(request);
    const isFirst = !this.underWay.has(name);
    if (isFirst) this.underWay.add(name);
    try {
      const stored = this.storedIn(await this.find(request), idempotency.fingerprint);
      if (!stored && !isFirst) throw new StillRunning();
      return await work(stored);
    } finally {
      if (isFirst) this.underWay.delete(name);
    }
  }

  /**
   * @throws StillRunning while the first request runs; a fault of kind `payload_mismatch` for another body, and of kind
   * `throttled` if too much is stored for the user.
   */
  run(idempotency: Idempotency, caller: Caller, work: () => Promise<Outcome>): Promise<Outcome> {
    const request = requestOf(idempotency, caller);
    return this.database.transaction(() => this.once(request, idempotency.fingerprint, work));
  }

  /** Deletes records older than a day, a bounded number per transaction. */
  async forget(): Promise<void> {
    const key = ['credential_id', 'operation', 'key'];
    const old = (since: string): string => `${since} < now() - interval '24 hours'`;
    await deleteInBatches(this.database, 'idempotency_keys', key, old('created_at'));
    await deleteInBatches(this.database, 'idempotency_usage', ['user_id'], old('began_at'));
  }

  /** Writes the counts of users, if possible. */
  close(): Promise<void> {
    return this.usage.write().catch(() => undefined);
  }

  private async once(
    request: OneRequest,
    fingerprint: string,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const [[lock], found] = await Promise.all([
      this.database.rows(LOCK, [nameOf(request)]),
      this.find(request),
    ]);
    // Another repetition, answered from the record, may hold the lock for a moment: so look at the record first.
    if (!lock?.taken && !isRecorded(found)) throw new StillRunning();
    const stored = this.storedIn(found, fingerprint);
    if (stored) return stored;
    const outcome = await attempt(work);
    const { fault, count, body } = recordOf(outcome);
    await this.database.rows(KEEP, [...request.identity, fingerprint, fault, count, body]);
    afterCommit(() => this.usage.count(request.user, body.length + Buffer.byteLength(fault ?? '')));
    return outcome;
  }

  /** Counts that were written meanwhile may be missing in the row, and are no longer unwritten: if there were any, looks again. */
  private async find(request: OneRequest): Promise<Found | undefined> {
    const { writes } = this.usage;
    const found = await this.look(request);
    return this.usage.writes === writes ? found : this.look(request);
  }

  private async look({ identity, user }: OneRequest): Promise<Found | undefined> {
    const [found] = await this.database.rows(FIND, [...identity, user]);
    const { keys, bytes } = this.usage.unwritten(user);
    return found && { ...found, used_keys: found.used_keys + keys, used_bytes: found.used_bytes + bytes };
  }

  /** The stored outcome, to be replayed. @throws Fault for another body, and if too much is stored for the user. */
  private storedIn(found: Found | undefined, fingerprint: string): Outcome | undefined {
    if (!found) return undefined;
    if (isRecorded(found)) return replayed(found, fingerprint);
    const isFull = found.used_keys >= this.limits.keys || found.used_bytes >= this.limits.bytes;
    if (isFull) throw tooMany(found.over_in);
    return undefined;
  }
}

function isRecorded(found: Found | undefined): found is Found & Kept {
  return found !== undefined && found.fingerprint !== null;
}

/** Refusing more than a bounded number keeps the promise for the requests that are stored. */
function tooMany(seconds: number): Fault {
  const message = `Too many requests with an Idempotency-Key within 24 hours. Expected available in ${seconds} seconds.`;
  return new Fault({ kind: 'throttled', message, retryAfter: seconds });
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

/** Runs the work. A fault of the caller rolls it back, and is stored as a response like any other. */
async function attempt(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await undoneAlone(work);
  } catch (error) {
    if (!(error instanceof Fault) || !isCallersFault(error.data.kind)) throw error;
    return { ok: false, fault: error.data };
  }
}

function requestOf(idempotency: Idempotency, caller: Caller): OneRequest {
  const { user_id: user } = caller.impersonated_by ?? caller;
  return { identity: identityOf(idempotency, caller), user };
}

function nameOf({ identity }: OneRequest): string {
  return identity.join('\n');
}

/** The identity of a request. A caller who acts as several users has a record for each, so that no response to one user is replayed to another. */
function identityOf({ key, operation }: Idempotency, caller: Caller): readonly string[] {
  const done = caller.impersonated_by ? `${operation} as ${caller.user_id}` : operation;
  return [caller.credential_id, shortened(done), key];
}

function shortened(operation: string): string {
  if (operation.length <= LONGEST_OPERATION) return operation;
  return createHash('sha256').update(operation).digest('base64url');
}

/** The record of an outcome. */
function recordOf(outcome: Outcome): { fault: string | null; count: number | null; body: Buffer } {
  if (outcome.ok && !outcome.shownOnce)
    return { fault: null, count: outcome.count ?? null, body: Buffer.from(outcome.body) };
  const fault = JSON.stringify(outcome.ok ? SHOWN : outcome.fault);
  return { fault, count: null, body: Buffer.alloc(0) };
}
