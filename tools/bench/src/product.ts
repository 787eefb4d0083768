import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Stack, abandon, closeWhenStopped, startStack } from '@pks/stack';
import { residentMb } from './cpu.ts';

/** A product that was started to be measured. */
export interface Product {
  readonly stack: Stack;
  /** Stops it and deletes its data. */
  readonly close: () => Promise<void>;
}

/** Starts a product with data of its own; `start` is the one of another checkout, to measure that. */
export async function startProduct(
  onProgress: (sentence: string) => void,
  postgresSettings: Readonly<Record<string, string>> = {},
  start: typeof startStack = startStack,
): Promise<Product> {
  const directory = await mkdtemp(join(tmpdir(), 'pks-bench-'));
  // PostgreSQL may run as another user, which has to be able to read the folder.
  await chmod(directory, 0o755);
  const discard = (): Promise<void> => rm(directory, { recursive: true, force: true });
  // Without the embedding model, which bench:search measures.
  const env = { EMBEDDINGS: 'none' };
  const stopping = new AbortController();
  const starting = start({ directory, env, onProgress, postgresSettings, signal: stopping.signal });
  closeWhenStopped(async () => {
    stopping.abort();
    await starting.then(abandon, () => undefined);
    await discard();
  });
  try {
    const stack = await starting;
    return { stack, close: () => stack.stop().then(discard) };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** The resident memory of its services, as text. */
export function memoryOf({ services }: Stack): string {
  return Object.entries(services)
    .map(([name, { pid }]) => `${name} ${residentMb(pid)} MB`)
    .join(', ');
}
