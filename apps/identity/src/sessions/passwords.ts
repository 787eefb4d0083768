import { type ScryptOptions, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

interface Kept {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const SALT_BYTES = 16;
const HASH_BYTES = 32;
/**
 * 32 MiB and a quarter of a second of one core: one of OWASP's settings. Of smaller ones the allocator keeps the memory
 * of each thread that ever hashed; more than 32 MiB it gives back at once.
 */
const PARAMETERS = { cost: 2 ** 15, blockSize: 8, parallelization: 3 };

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** The hash of a password as it is kept: `scrypt$cost$blockSize$parallelization$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const empty = Buffer.alloc(HASH_BYTES);
  return written({ ...PARAMETERS, salt, hash: await hashOf(password, { ...PARAMETERS, salt, hash: empty }) });
}

/** Whether a password is the one that was kept. Without one the same work is done, so that the time taken tells nothing. */
export async function passwordMatches(password: string, kept: string | null): Promise<boolean> {
  const expected = read(kept ?? NOBODYS);
  return timingSafeEqual(await hashOf(password, expected), expected.hash) && kept !== null;
}

/** The same characters typed on another keyboard may be composed otherwise: both are one password. */
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
  if (scheme !== 'scrypt' || hash === '') throw new Error('A kept password hash is not readable.');
  return {
    cost: Number(cost),
    blockSize: Number(blockSize),
    parallelization: Number(parallelization),
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}

/** Costs what a real one costs, and no password has it. */
const NOBODYS = written({ ...PARAMETERS, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) });
