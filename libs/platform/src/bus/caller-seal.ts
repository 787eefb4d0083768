import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Caller } from '@pks/contracts';
import { LRUCache } from 'lru-cache';

/** A caller with the gateway's signature, as it crosses the bus. */
export type SealedCaller = string;

/** A seal outlives the gateway's cache and a request's deadline, no more. Milliseconds. */
const SEAL_LIFETIME_MS = 60_000;

interface Opened {
  readonly caller: Caller;
  readonly expiresAt: number;
}

/** Signs and checks callers with the installation's secret. */
export class CallerSeal {
  private readonly opened = new LRUCache<SealedCaller, Opened>({ max: 5_000 });

  constructor(private readonly secret: string) {}

  seal(caller: Caller): SealedCaller {
    const content = Buffer.from(JSON.stringify({ caller, expiresAt: Date.now() + SEAL_LIFETIME_MS }));
    const body = content.toString('base64url');
    return `${body}.${this.signature(body)}`;
  }

  /** The caller; null when the seal is not ours or too old. */
  open(sealed: SealedCaller): Caller | null {
    const opened = this.opened.get(sealed) ?? this.check(sealed);
    return opened && opened.expiresAt > Date.now() ? opened.caller : null;
  }

  private check(sealed: SealedCaller): Opened | null {
    const dot = sealed.indexOf('.');
    const [body, signature] = [sealed.slice(0, dot), sealed.slice(dot + 1)];
    const expected = Buffer.from(this.signature(body));
    const given = Buffer.from(signature);
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
    const opened = JSON.parse(Buffer.from(body, 'base64url').toString()) as Opened;
    this.opened.set(sealed, opened);
    return opened;
  }

  private signature(body: string): string {
    return createHmac('sha256', this.secret).update(body).digest('base64url');
  }
}
