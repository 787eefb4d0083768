import { type Stack, type Throwaway, startStack, startThrowaway } from '@pks/stack';
import { residentMb } from './cpu.ts';

/** Starts a product with data of its own; `start` is the one of another checkout, to measure that. */
export function startProduct(
  onProgress: (sentence: string) => void,
  postgresSettings: Readonly<Record<string, string>> = {},
  start: typeof startStack = startStack,
): Promise<Throwaway> {
  // Without the embedding model, which bench:search measures.
  const env = (): Record<string, string> => ({ EMBEDDINGS: 'none' });
  return startThrowaway('bench', { env, onProgress, postgresSettings, start });
}

/** The resident memory of its services, as text. */
export function memoryOf({ services }: Stack): string {
  return Object.entries(services)
    .map(([name, { pid }]) => `${name} ${residentMb(pid)} MB`)
    .join(', ');
}
