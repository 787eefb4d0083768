import { Injectable } from '@nestjs/common';
import { type Access, type AccessChanged, type ResolveAccess } from '@pks/contracts';
import { CallerSeal, Clock, type SealedCaller } from '@pks/platform/process';
import { LRUCache } from 'lru-cache';

/** How long an entry is valid (decisions 2: a change takes effect within 5 s). Milliseconds. */
const LIFETIME_MS = 4_500;
const MAX_ENTRIES = 20_000;

/** What a credential grants at a place, ready to be used. */
export interface Grant {
  readonly access: Access;
  /** The caller as services accept it; null for a credential that grants nothing. */
  readonly sealed: SealedCaller | null;
}

interface Entry extends Grant {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The project or organization of a request; empty where its path names neither. */
export type Place = Pick<ResolveAccess, 'project_id' | 'organization_id'>;

/** Caches for a moment what credentials grant. A change of access invalidates it immediately. */
@Injectable()
export class AccessCache {
  private readonly entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES });
  private readonly pending = new Map<string, Promise<Grant>>();
  private changes = 0;

  constructor(
    private readonly seal: CallerSeal,
    private readonly clock: Clock,
  ) {}

  /** The entry of a holder that will still be valid after `validForMs`; undefined without one. */
  get(holder: string, place: Place, validForMs = 0): Grant | undefined {
    const entry = this.entries.get(keyOf(holder, place));
    return entry && entry.expiresAt > this.now() + validForMs ? entry : undefined;
  }

  /** Queries what a holder is granted, and caches it. Concurrent calls for the same share one query. */
  resolve(holder: string, place: Place, query: () => Promise<Access>): Promise<Grant> {
    const key = keyOf(holder, place);
    const pending = this.pending.get(key) ?? this.queryAndCache(key, query);
    this.pending.set(key, pending);
    return pending;
  }

  /** Removes the entries that a change may have made wrong. The result of a pending query is used but not cached. */
  drop(change: AccessChanged): void {
    this.changes += 1;
    this.pending.clear();
    if (change.user_ids.length === 0) return this.entries.clear();
    for (const [key, { access }] of this.entries.entries()) {
      if (access.caller && change.user_ids.includes(access.caller.user_id)) this.entries.delete(key);
    }
  }

  private async queryAndCache(key: string, query: () => Promise<Access>): Promise<Grant> {
    const expiresAt = this.now() + LIFETIME_MS;
    const { changes } = this;
    try {
      const access = await query();
      const grant = { access, sealed: access.caller && this.seal.seal(access.caller) };
      if (changes === this.changes && access.caller) this.entries.set(key, { ...grant, expiresAt });
      return grant;
    } finally {
      if (changes === this.changes) this.pending.delete(key);
    }
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

function keyOf(holder: string, place: Place): string {
  return `${holder} ${place.project_id ?? place.organization_id ?? ''}`;
}
