import {
  type KeyObject,
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Signs requests on the bus, and encrypts secret bodies, with keys derived from the installation's secret. */
export class BusSeal {
  private readonly signing: KeyObject;
  private readonly encryption: KeyObject;

  constructor(secret: string) {
    this.signing = derivedKey(secret, 'signature of a request');
    this.encryption = derivedKey(secret, 'secret body');
  }

  /** The signature of a body with its notes: texts without line breaks. Base64url. */
  sign(notes: readonly string[], body: Uint8Array): string {
    return this.digest(notes, body).toString('base64url');
  }

  /** Whether a signature is that of this body with these notes. */
  isSigned(signature: string, notes: readonly string[], body: Uint8Array): boolean {
    const given = Buffer.from(signature, 'base64url');
    const expected = this.digest(notes, body);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  /** Encrypts a body, which can be decrypted only with the same `place`, a text that names where it belongs. */
  encrypt(body: Uint8Array, place: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.encryption, nonce).setAAD(Buffer.from(place));
    return Buffer.concat([nonce, cipher.update(body), cipher.final(), cipher.getAuthTag()]);
  }

  /** @throws Error for a body that was not encrypted with this secret and for this place. */
  decrypt(encrypted: Uint8Array, place: string): Buffer {
    const nonce = encrypted.subarray(0, NONCE_BYTES);
    const content = encrypted.subarray(NONCE_BYTES, -TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, this.encryption, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(place))
      .setAuthTag(encrypted.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(content), decipher.final()]);
  }

  private digest(notes: readonly string[], body: Uint8Array): Buffer {
    return createHmac('sha256', this.signing).update(notes.join('\n')).update('\n\n').update(body).digest();
  }
}

/** Derives a key for one purpose: what it signs or encrypts means nothing under the key of another purpose. */
function derivedKey(secret: string, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
}
