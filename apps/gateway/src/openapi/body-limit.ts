import { type BodyLimit, MIB } from '../routes/route.ts';

const KIB = 1024;

/** The limit in bytes, in words. */
export function sizeOf({ bytes }: BodyLimit): string {
  return bytes < MIB ? `${bytes / KIB} KiB` : `${bytes / MIB} MiB`;
}

/** All limits of a body, in words. */
export function limitsOf(limit: BodyLimit): string {
  const values = limit.values.toLocaleString('en');
  return `${sizeOf(limit)} and ${values} JSON values at most, nested 100 levels deep at most.`;
}
