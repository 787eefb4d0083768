import { type Stack, type Throwaway, startStack, startThrowaway } from '@pks/stack';
import { residentMb } from './cpu.ts';

/** Starts a product with data of its own; `start` may be that of another checkout, to measure it. Unless it `keeps` answers, each request reaches its service. */
export function startProduct(
  onProgress: (sentence: string) => void,
  postgresSettings: Readonly<Record<string, string>> = {},
  {
    start = startStack,
    keeps = false,
  }: { readonly start?: typeof startStack; readonly keeps?: boolean } = {},
): Promise<Throwaway> {
  // Without the embedding model, which bench:search measures.
  const settings = { EMBEDDINGS: 'none', ...(keeps ? {} : { KEPT_ANSWERS_BYTES: '0' }) };
  const env = (): Record<string, string> => settings;
  return startThrowaway('bench', { env, onProgress, postgresSettings, start });
}

/** The resident memory of the product's services, as text. */
export function memoryOf({ services }: Stack): string {
  return Object.entries(services)
    .map(([name, { pid }]) => `${name} ${residentMb(pid)} MB`)
    .join(', ');
}
