import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const FORM = /^pk[ts]_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/** The prefix of user tokens (decisions 2). */
export const USER_TOKEN_PREFIX = 'pkt_';
/** The prefix of API keys (decisions 2). */
export const API_KEY_PREFIX = 'pks_';

/** A new secret: the prefix, 30 random base62 characters (178 bits), and 6 of checksum. */
export function makeSecret(prefix: typeof USER_TOKEN_PREFIX | typeof API_KEY_PREFIX): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(62)]).join('');
  return `${prefix}${random}${checksumOf(random)}`;
}

/** Whether a secret has a valid checksum: a mistyped one is refused without a look-up. */
export function isWellFormedSecret(secret: string): boolean {
  const [, random = '', checksum] = FORM.exec(secret) ?? [];
  return checksum !== undefined && checksumOf(random) === checksum;
}

/** The hash under which a secret is stored and looked up: SHA-256, hexadecimal. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** CRC-32 of the random part, base62. */
function checksumOf(random: string): string {
  let text = '';
  for (let rest = crc32(random); text.length < CHECKSUM_LENGTH; rest = Math.floor(rest / 62)) {
    text = `${ALPHABET[rest % 62]}${text}`;
  }
  return text;
}
