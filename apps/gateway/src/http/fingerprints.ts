import { type KeyObject, createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import type { KeyedRequest } from './idempotency-header.ts';

/**
 * What tells requests under the same idempotency key apart. It crosses the bus and is stored for a day, so it is keyed: a plain digest
 * would show whoever reads it when they have guessed a password that a request contains.
 */
export class Fingerprints {
  private readonly key: KeyObject;

  /** All gateways of an installation have the same secret, so each recognizes what another one has passed on. */
  constructor(secret: string) {
    this.key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'fingerprint of a request', 32)));
  }

  /** The fingerprint of a request. The same contents under another key have another one. Base64url. */
  of({ key, operation, contents }: KeyedRequest): string {
    return createHmac('sha256', this.key)
      .update(`${key}\n${operation}\n`)
      .update(contents)
      .digest('base64url');
  }
}
