import { type KeyObject, createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import type { KeyedRequest } from './idempotency-header.ts';

/**
 * Tells requests under the same idempotency key apart. A fingerprint crosses the bus and is stored for a day, so it is keyed: with a
 * plain digest, whoever reads it could verify guesses of a password in the request.
 */
export class Fingerprints {
  private readonly key: KeyObject;

  /** All gateways of an installation share the secret, so each recognizes the fingerprints of the others. */
  constructor(secret: string) {
    this.key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'fingerprint of a request', 32)));
  }

  /** The fingerprint of a request. The same contents under another key have another fingerprint. Base64url. */
  of({ key, operation, contents }: KeyedRequest): string {
    return createHmac('sha256', this.key)
      .update(`${key}\n${operation}\n`)
      .update(contents)
      .digest('base64url');
  }
}
