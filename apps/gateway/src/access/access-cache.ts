import { type Access, type AccessChanged, type ResolveAccess } from '@pks/contracts';
import type { CallerSeal, SealedCaller } from '@pks/platform/process';
import { LRUCache } from 'lru-cache';

/** What a credential is worth may be remembered for this long (decisions 2: a change takes effect within 5 s). Milliseconds. */
const REMEMBERED_MS = 4_500;
const REMEMBERED_AT_MOST = 20_000;

/** What a credential is worth at a place, ready to be used. */
export interface Grant {
  readonly access: Access;
  /** The caller as services take it; null for a worthless credential. */
  readonly sealed: SealedCaller | null;
}

interface Kept extends Grant {
  readonly until: number;
}

type Place = Pick<ResolveAccess, 'project_id' | 'organization_id'>;

/** Remembers what credentials are worth, for a moment, and forgets at once when told of a change. */
export class AccessCache {
  private readonly kept = new LRUCache<string, Kept>({ max: REMEMBERED_AT_MOST });
  private readonly asking = new Map<string, Promise<Grant>>();
  private changes = 0;

  constructor(private readonly seal: CallerSeal) {}

  /** What is remembered of a holder, and will be for so long; undefined when nothing is. Milliseconds. */
  known(holder: string, place: Place, forAnother = 0): Grant | undefined {
    const kept = this.kept.get(keyOf(holder, place));
    return kept && kept.until > Date.now() + forAnother ? kept : undefined;
  }

  /** Asks, and remembers what is answered of a holder; those who want to know the same meanwhile share the answer. */
  resolve(holder: string, place: Place, ask: () => Promise<Access>): Promise<Grant> {
    const key = keyOf(holder, place);
    const asked = this.asking.get(key) ?? this.askAndKeep(key, ask);
    this.asking.set(key, asked);
    return asked;
  }

  /** Forgets what the change may have made wrong. An answer that is still under way is used but not kept. */
  drop(change: AccessChanged): void {
    this.changes += 1;
    this.asking.clear();
    if (change.user_ids.length === 0) return this.kept.clear();
    for (const [key, { access }] of this.kept.entries()) {
      if (access.caller && change.user_ids.includes(access.caller.user_id)) this.kept.delete(key);
    }
  }

  private async askAndKeep(key: string, ask: () => Promise<Access>): Promise<Grant> {
    const until = Date.now() + REMEMBERED_MS;
    const { changes } = this;
    try {
      const access = await ask();
      const grant = { access, sealed: access.caller && this.seal.seal(access.caller) };
      if (changes === this.changes && access.caller) this.kept.set(key, { ...grant, until });
      return grant;
    } finally {
      if (changes === this.changes) this.asking.delete(key);
    }
  }
}

function keyOf(holder: string, place: Place): string {
  return `${holder} ${place.project_id ?? place.organization_id ?? ''}`;
}
