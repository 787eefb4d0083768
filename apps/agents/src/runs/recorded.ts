import { type JsonObject, beginningOf } from '@pks/contracts';

/** Longer texts are cut. Characters. */
const LONGEST_TEXT = 500;
/** The longest record of a run's parameters. Characters. */
const LONGEST_RECORD = 8_000;
/** Further parameters are left out: no tool has as many. */
const MOST_PARAMETERS = 1_000;

/** The parameters for the record of a run: long texts are cut, and parameters for which the record then has no room are left out. */
export function recorded(parameters: JsonObject): JsonObject {
  const kept: (readonly [name: string, value: unknown])[] = [];
  let room = LONGEST_RECORD;
  for (const [name, value] of Object.entries(parameters).slice(0, MOST_PARAMETERS)) {
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
