import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Caller } from '@pks/contracts';
import { LRUCache } from 'lru-cache';
import { type Clock, SystemClock } from '../time/clock.ts';

/** A caller with the gateway's signature, as it crosses the bus. */
export type SealedCaller = string;
/** The name of a service with the signature of the installation, as it crosses the bus. */
export type SealedService = string;

/** A seal outlives the gateway's cache and a request's deadline, no more. Milliseconds. */
export const SEAL_LIFETIME_MS = 60_000;

/** Whom a seal names: a user, or a service. */
type Subject = { readonly caller: Caller } | { readonly service: string };
type Content = Subject & {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
};

/** Signs and verifies callers and names of services with the installation's secret. */
export class CallerSeal {
  private readonly opened = new LRUCache<string, Content>({ max: 5_000 });

  constructor(
    private readonly secret: string,
    private readonly clock: Clock = new SystemClock(),
  ) {}

  seal(caller: Caller): SealedCaller {
    return this.signed({ caller });
  }

  sealService(service: string): SealedService {
    return this.signed({ service });
  }

  /** The caller; null when the seal is not ours, has expired, or names no user. */
  open(sealed: SealedCaller): Caller | null {
    const content = this.contentOf(sealed);
    return content && 'caller' in content ? content.caller : null;
  }

  /** The name of the service; null when the seal is not ours, has expired, or names no service. */
  openService(sealed: SealedService): string | null {
    const content = this.contentOf(sealed);
    return content && 'service' in content ? content.service : null;
  }

  private signed(subject: Subject): string {
    const expiresAt = this.clock.now().getTime() + SEAL_LIFETIME_MS;
    const body = Buffer.from(JSON.stringify({ ...subject, expiresAt })).toString('base64url');
    return `${body}.${this.signature(body)}`;
  }

  private contentOf(sealed: string): Content | null {
    const content = this.opened.get(sealed) ?? this.verified(sealed);
    return content && content.expiresAt > this.clock.now().getTime() ? content : null;
  }

  private verified(sealed: string): Content | null {
    const dot = sealed.indexOf('.');
    const [body, signature] = [sealed.slice(0, dot), sealed.slice(dot + 1)];
    const expected = Buffer.from(this.signature(body));
    const given = Buffer.from(signature);
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
    const content = JSON.parse(Buffer.from(body, 'base64url').toString()) as Content;
    this.opened.set(sealed, content);
    return content;
  }

  private signature(body: string): string {
    return createHmac('sha256', this.secret).update(body).digest('base64url');
  }
}
