import { Injectable } from '@nestjs/common';
import { type Access, type AccessChanged, type ResolveAccess } from '@pks/contracts';
import { Clock } from '@pks/platform/process';
import { LRUCache } from 'lru-cache';

/** How long an entry is valid (decisions 2: a change takes effect within 5 s). Milliseconds. */
const LIFETIME_MS = 4_500;
const MAX_ENTRIES = 20_000;
/** When to repeat a query without an answer: the process that received it may have been killed. Milliseconds. */
const REPEATED_AT_MS = [1_000, 3_000, 7_000];

interface Entry {
  readonly access: Access;
  /** By `Clock.elapsed`: with the wall clock, nothing would expire after it was set back until it caught up. */
  readonly expiresAt: number;
}

/** The project or organization of a request; empty if its path names neither. */
export type Place = Pick<ResolveAccess, 'project_id' | 'organization_id'>;

/** Queries access for callers that have already waited this long. Milliseconds. */
export type Query = (spentMs: number) => Promise<Access>;

/** Caches for a moment what credentials grant. A change of access invalidates the cache immediately. */
@Injectable()
export class AccessCache {
  private readonly entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES });
  private readonly pending = new Map<string, Promise<Access>>();
  private changes = 0;

  constructor(private readonly clock: Clock) {}

  /** What a holder (a secret, or who acts as whom) is granted, if the entry stays valid for another `validForMs`. */
  get(holder: string, place: Place, validForMs = 0): Access | undefined {
    const entry = this.entries.get(keyOf(holder, place));
    return entry && entry.expiresAt > this.clock.elapsed() + validForMs ? entry.access : undefined;
  }

  /**
   * Queries what a holder is granted, and caches it. Concurrent calls for the same holder and place share one query; a failure is not
   * cached. A query without an answer is repeated after one second, three and seven; the first answer counts.
   */
  resolve(holder: string, place: Place, query: Query): Promise<Access> {
    const key = keyOf(holder, place);
    // Async, because an error thrown synchronously would end the query before it is pending, and leave it pending forever.
    const pending = this.pending.get(key) ?? this.queryAndCache(key, async (spentMs) => query(spentMs));
    this.pending.set(key, pending);
    return pending;
  }

  /** Removes the entries that a change may have invalidated. The result of a pending query is used but not cached. */
  drop(change: AccessChanged): void {
    this.changes += 1;
    this.pending.clear();
    const users = new Set(change.user_ids);
    if (users.size === 0) return this.entries.clear();
    for (const [key, { access }] of this.entries.entries()) {
      if (access.caller && users.has(access.caller.user_id)) this.entries.delete(key);
    }
  }

  private async queryAndCache(key: string, query: Query): Promise<Access> {
    const expiresAt = this.clock.elapsed() + LIFETIME_MS;
    const { changes } = this;
    try {
      const access = await answerTo(query);
      if (changes === this.changes && access.caller) this.entries.set(key, { access, expiresAt });
      return access;
    } finally {
      if (changes === this.changes) this.pending.delete(key);
    }
  }
}

/** The first answer to a query or one of its repetitions. Only a failure of the first attempt rejects. */
function answerTo(query: Query): Promise<Access> {
  const { promise, resolve, reject } = Promise.withResolvers<Access>();
  const repetitions = REPEATED_AT_MS.map((spentMs) =>
    setTimeout(() => void query(spentMs).then(resolve, () => undefined), spentMs),
  );
  query(0).then(resolve, reject);
  return promise.finally(() => repetitions.forEach((one) => clearTimeout(one)));
}

/** A project and an organization are different places, even if a request names one by the id of the other. */
function keyOf(holder: string, { project_id = '', organization_id = '' }: Place): string {
  return `${holder} ${project_id} ${organization_id}`;
}
