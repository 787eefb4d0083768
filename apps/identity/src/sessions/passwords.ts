import { type ScryptOptions, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Invalid, configOrExit } from '@pks/platform';
import { PasswordConfig } from '../identity.config.ts';
import { isCommonPassword } from './common-passwords.ts';

interface Kept {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const { hashCost } = configOrExit(PasswordConfig);

/**
 * By default 32 MiB and a quarter of a second of one core, which is one of OWASP's settings. With less memory, the allocator
 * retains the memory of each thread that ever hashed; from 32 MiB on it returns it immediately.
 */
const PARAMETERS = { cost: 2 ** hashCost, blockSize: 8, parallelization: 3 };

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** The hash of a password as it is stored: `scrypt$cost$blockSize$parallelization$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const empty = Buffer.alloc(HASH_BYTES);
  return written({ ...PARAMETERS, salt, hash: await hashOf(password, { ...PARAMETERS, salt, hash: empty }) });
}

/** The hash of a password that is being set. @throws Invalid keyed to `password` for a common one. */
export async function hashNewPassword(password: string): Promise<string> {
  if (isCommonPassword(password)) throw Invalid.field('password', 'This password is too common.');
  return hashPassword(password);
}

/** Whether a password matches the stored hash. Does the same work without a hash, so that the time reveals nothing. */
export async function passwordMatches(password: string, kept: string | null): Promise<boolean> {
  const expected = read(kept ?? NOBODYS);
  return timingSafeEqual(await hashOf(password, expected), expected.hash) && kept !== null;
}

/** Whether a stored hash was made with other parameters than the current ones. */
export function isOutdated(kept: string): boolean {
  const { cost, blockSize, parallelization } = read(kept);
  const isAsNow = cost === PARAMETERS.cost && blockSize === PARAMETERS.blockSize;
  return !isAsNow || parallelization !== PARAMETERS.parallelization;
}

/** Normalizes the password first, because keyboards may compose the same characters differently. */
function hashOf(password: string, { cost, blockSize, parallelization, salt, hash }: Kept): Promise<Buffer> {
  const maxmem = 256 * cost * blockSize;
  return derive(password.normalize('NFKC'), salt, hash.length, { cost, blockSize, parallelization, maxmem });
}

function written({ cost, blockSize, parallelization, salt, hash }: Kept): string {
  const bytes = [salt, hash].map((one) => one.toString('base64url'));
  return ['scrypt', cost, blockSize, parallelization, ...bytes].join('$');
}

function read(kept: string): Kept {
  const [scheme, cost, blockSize, parallelization, salt = '', hash = ''] = kept.split('$');
  if (scheme !== 'scrypt' || hash === '') throw new Error('A stored password hash cannot be parsed.');
  return {
    cost: Number(cost),
    blockSize: Number(blockSize),
    parallelization: Number(parallelization),
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}

/** As expensive to check as a real hash, and no password matches it. */
const NOBODYS = written({ ...PARAMETERS, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) });
