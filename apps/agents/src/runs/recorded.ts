import { type JsonObject, beginningOf } from '@pks/contracts';

/** Longer texts are cut. Characters. */
const LONGEST_TEXT = 500;
/** The record of a run's parameters is no longer. Characters. */
const LONGEST_RECORD = 8_000;

/** Parameters as the record of a run has them: long texts are cut, and what is still too long is left out. */
export function recorded(parameters: JsonObject): JsonObject {
  const kept: (readonly [name: string, value: unknown])[] = [];
  let room = LONGEST_RECORD;
  for (const [name, value] of Object.entries(parameters)) {
    const text = JSON.stringify(value, (_key, part: unknown) =>
      typeof part === 'string' ? cut(part) : part,
    );
    const length = name.length + text.length;
    if (length > room) continue;
    room -= length;
    kept.push([name, JSON.parse(text)]);
  }
  return Object.fromEntries(kept);
}

function cut(text: string): string {
  return text.length > LONGEST_TEXT ? `${beginningOf(text, LONGEST_TEXT)}…` : text;
}
