import { isObject } from '@pks/contracts';

/** JSON with the keys of every object sorted: the same text for the same value, in whatever order a client wrote the keys. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (isObject(part) ? sorted(part) : part));
}

function sorted(value: object): object {
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries);
}
