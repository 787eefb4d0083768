import { Invalid } from '@pks/platform/process';
import { type JsonExcess, excessOf } from './json-size.ts';
import { WHOLE } from './text-key.ts';

/** How deeply arrays and objects may be nested in any body (decisions 1). */
export const MAX_DEPTH = 100;
/** How many JSON values any body may have: every text, number, object, …, including the body itself (decisions 1). */
export const MAX_VALUES = 100_000;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** The key of a refusal for what is at a path in a body. */
export type KeyOf = (path: readonly string[]) => string;

/**
 * Parses JSON from clients. Refuses what would be lost, altered or dangerous later: invalid UTF-8, NUL, lone surrogates, a
 * `__proto__` key, and whole numbers beyond 2^53; and, before parsing, more than 100,000 values and nesting over 100 (decisions
 * 1). Fractions become the nearest double, as they do in most clients. Without `keyOf`, refusals are keyed to the whole body.
 * @throws Invalid
 */
export function readJsonText(bytes: Uint8Array, keyOf: KeyOf = () => WHOLE): unknown {
  const excess = excessOf(bytes, { values: MAX_VALUES, depth: MAX_DEPTH });
  if (excess) throw refused(EXCESSIVE[excess]);
  const value = parse(decode(bytes));
  assertStorable(value, keyOf);
  return value;
}

const EXCESSIVE: Readonly<Record<JsonExcess, string>> = {
  values: `The body has more than ${MAX_VALUES.toLocaleString('en')} JSON values.`,
  depth: `The body is nested more than ${MAX_DEPTH} levels deep.`,
};

/** Whether a text can be stored and returned unchanged. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw refused('The body is not valid UTF-8.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? ` ${error.message.replace(/\s+/g, ' ').slice(0, 200)}.` : '';
    throw refused(`The body is not valid JSON.${isPlainText(reason) ? reason : ''}`);
  }
}

/** @throws Invalid; for a text that cannot be stored and returned unchanged, keyed to its field. */
function assertStorable(value: unknown, keyOf: KeyOf): void {
  try {
    assertPlain(value);
  } catch (error) {
    if (!(error instanceof UnplainText)) throw error;
    throw Invalid.field(keyOf(pathToUnplain(value) ?? []), 'Texts may not contain NUL or lone surrogates.');
  }
}

/** A text contains NUL or a lone surrogate. */
class UnplainText extends Error {}

function assertPlain(value: unknown): void {
  if (typeof value === 'string') return assertText(value);
  if (typeof value === 'number') return assertNumber(value);
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) assertPlain(item);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__') throw refused('The key "__proto__" is not allowed.');
    assertText(key);
    assertPlain(item);
  }
}

function assertText(text: string): void {
  if (!isPlainText(text)) throw new UnplainText();
}

function assertNumber(value: number): void {
  if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) return;
  throw refused('Whole numbers beyond 2^53 would lose digits; send them as text.');
}

/** The path to the first such text; if it is a key, to the object that has it. */
function pathToUnplain(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return isPlainText(value) ? undefined : [];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const path = isPlainText(key) ? pathToUnplain(item) : [];
    if (path) return isPlainText(key) ? [key, ...path] : path;
  }
  return undefined;
}

function refused(sentence: string): Invalid {
  return Invalid.field(WHOLE, sentence);
}
