import type { Page, Rpc } from '@pks/contracts';
import type { Outcome } from '../calls/outcome.ts';
import { Fault } from '../errors/fault.ts';

/** An answer that is already JSON, and is sent unchanged. */
export class Json<T> {
  /** Never set: it carries the type. */
  declare readonly type?: T;

  constructor(readonly text: string) {}
}

/** A page whose results are already JSON: their bytes are sent unchanged, next to the number of all results. */
export class JsonPage<T> {
  /** Never set: it carries the type. */
  declare readonly type?: T;

  /** `afterwards` runs once the page is sent or given up; `beside` has the further fields of the envelope. */
  constructor(
    readonly count: number,
    readonly bytes: Uint8Array,
    readonly afterwards?: () => void,
    readonly beside?: object,
  ) {}
}

/** What a handler returns: the answer, or its JSON. */
export type Answer<T> = T | (T extends Page<infer Item> ? JsonPage<Item> : Json<T>);

/** The bytes of what a handler returned. @throws Error if the contract of the call declares something else. */
export function outcomeOf({ result, subject }: Rpc, answer: unknown): Outcome & { ok: true } {
  if (result.kind === 'nothing') return { ok: true, body: Buffer.alloc(0) };
  if (answer === undefined || answer === null) throw new Error(`${subject} returned nothing.`);
  if (answer instanceof Json) return { ok: true, body: Buffer.from(answer.text) };
  if (answer instanceof JsonPage) {
    const { count, bytes: body, beside, afterwards } = answer;
    if (result.beside && !beside) throw new Error(`${subject} returned no more than a page.`);
    const page = { ok: true, count, body, afterwards } as const;
    return result.beside ? { ...page, beside: JSON.stringify(beside) } : page;
  }
  if (result.kind !== 'page') {
    const body = Buffer.from(JSON.stringify(answer));
    return result.shownOnce ? { ok: true, body, shownOnce: true } : { ok: true, body };
  }
  const { count, results, ...beside } = answer as Page<unknown>;
  const page = { ok: true, count, body: Buffer.from(JSON.stringify(results)) } as const;
  return result.beside ? { ...page, beside: JSON.stringify(beside) } : page;
}

/**
 * Restores what the handler of a call returned from its stored outcome: an object if serializing it gives the same bytes, so
 * that interceptors see the same each time; otherwise JSON. @throws Fault if the outcome is one.
 */
export function answerOf({ result }: Rpc, outcome: Outcome): unknown {
  if (!outcome.ok) throw new Fault(outcome.fault);
  if (result.kind === 'nothing') return undefined;
  const { body, count = 0 } = outcome;
  const text = Buffer.from(body).toString();
  const value: unknown = JSON.parse(text);
  const isWritten = JSON.stringify(value) === text;
  if (result.kind === 'page') return isWritten ? { count, results: value } : new JsonPage(count, body);
  return isWritten ? value : new Json(text);
}
