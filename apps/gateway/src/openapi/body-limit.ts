import { MAX_DEPTH, MAX_VALUES } from '../http/json-text.ts';
import { MIB } from '../routes/route.ts';

const KIB = 1024;

/** A number of bytes, in words. */
export function sizeOf(bytes: number): string {
  return bytes < MIB ? `${bytes / KIB} KiB` : `${bytes / MIB} MiB`;
}

/** All limits of a body, in words. */
export function limitsOf(bytes: number): string {
  const values = MAX_VALUES.toLocaleString('en');
  return `${sizeOf(bytes)} and ${values} JSON values at most, nested ${MAX_DEPTH} levels deep at most.`;
}
