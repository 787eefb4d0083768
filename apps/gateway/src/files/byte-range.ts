import type { ByteRange } from '@pks/platform/process';

const RANGE = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i;

/** The requested part of a file: undefined for the whole file, also if several parts are requested; null if the file has no such part (RFC 9110, 14). */
export function rangeIn(header: string | undefined, size: number): ByteRange | null | undefined {
  const [, from, to] = RANGE.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || from + to === '') return undefined;
  if (from === '') return lastBytes(Number(to), size);
  const first = Number(from);
  const last = to === '' ? size - 1 : Number(to);
  if (to !== '' && last < first) return undefined;
  return first < size ? { first, last: Math.min(last, size - 1) } : null;
}

function lastBytes(count: number, size: number): ByteRange | null {
  return count > 0 && size > 0 ? { first: Math.max(0, size - count), last: size - 1 } : null;
}
