import type { Caller } from '@pks/contracts';
import { LRUCache } from 'lru-cache';

/** Parsed headers are kept, because the same few callers make one request after the other. */
const callers = new LRUCache<string, Caller>({ max: 5_000 });
const texts = new WeakMap<Caller, string>();

/** A caller as a header of the bus: JSON in base64url. */
export function callerText(caller: Caller): string {
  const known = texts.get(caller);
  if (known !== undefined) return known;
  const text = Buffer.from(JSON.stringify(caller)).toString('base64url');
  texts.set(caller, text);
  return text;
}

/** The caller in such a header, which has to be verified before. */
export function callerIn(text: string): Caller {
  const known = callers.get(text);
  if (known) return known;
  const caller = JSON.parse(Buffer.from(text, 'base64url').toString()) as Caller;
  callers.set(text, caller);
  texts.set(caller, text);
  return caller;
}
