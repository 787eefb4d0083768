import { Invalid } from '@pks/platform/process';

const MAX_DEPTH = 100;
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses JSON from clients. Refuses what would be lost, altered or dangerous later: invalid UTF-8, NUL, lone surrogates, a
 * `__proto__` key, nesting over 100, and numbers that a double cannot represent (decisions 1).
 * @throws Invalid
 */
export function readJsonText(bytes: Uint8Array): unknown {
  const value = parse(decode(bytes));
  assertPlain(value, 1);
  return value;
}

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

function assertPlain(value: unknown, depth: number): void {
  if (typeof value === 'string') return assertText(value);
  if (typeof value === 'number') return assertNumber(value);
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_DEPTH) throw refused(`The body is nested more than ${MAX_DEPTH} levels deep.`);
  if (Array.isArray(value)) {
    for (const item of value) assertPlain(item, depth + 1);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__') throw refused('The key "__proto__" is not allowed.');
    assertText(key);
    assertPlain(item, depth + 1);
  }
}

function assertText(text: string): void {
  if (!isPlainText(text)) throw refused('Texts may not contain NUL or lone surrogates.');
}

function assertNumber(value: number): void {
  if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) return;
  throw refused('Whole numbers beyond 2^53 would lose digits; send them as text.');
}

function refused(sentence: string): Invalid {
  return Invalid.field('non_field_errors', sentence);
}
