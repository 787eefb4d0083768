import { betweenCommas, listedIn } from '../../ui/listed.ts';

/** The most tags suggested at a time. */
const MOST_SUGGESTED = 30;

/** The tags in a comma-separated text, each once, ignoring case. */
export function tagsIn(text: string): string[] {
  const tags = new Map<string, string>();
  for (const tag of listedIn(text)) if (!tags.has(keyOf(tag))) tags.set(keyOf(tag), tag);
  return [...tags.values()];
}

/** The current tags with the user's changes from `before` to `chosen` applied: changes that others made meanwhile stay. */
export function changedTags(
  now: readonly string[],
  before: readonly string[],
  chosen: readonly string[],
): string[] {
  const inBefore = new Set(before.map(keyOf));
  const inChosen = new Map(chosen.map((tag) => [keyOf(tag), tag]));
  const kept = now
    .filter((tag) => inChosen.has(keyOf(tag)) || !inBefore.has(keyOf(tag)))
    .map((tag) => inChosen.get(keyOf(tag)) ?? tag);
  const inNow = new Set(now.map(keyOf));
  return [...kept, ...chosen.filter((tag) => !inBefore.has(keyOf(tag)) && !inNow.has(keyOf(tag)))];
}

/** The existing tags that match the text after the last comma; all of them if it is blank or is one of them. */
export function suggestedFor(text: string, existing: readonly string[]): string[] {
  const begun = begunIn(text, existing);
  return existing.filter((tag) => keyOf(tag).includes(begun)).slice(0, MOST_SUGGESTED);
}

/** The text with another tag, which replaces the beginning that was typed of it. */
export function withTag(text: string, tag: string, existing: readonly string[]): string {
  const begun = begunIn(text, existing);
  const isCompleted = begun !== '' && keyOf(tag).includes(begun);
  const others = isCompleted ? betweenCommas(text).slice(0, -1).join(',') : text;
  return [...tagsIn(others), tag].join(', ');
}

export function withoutTag(text: string, tag: string): string {
  return tagsIn(text)
    .filter((one) => keyOf(one) !== keyOf(tag))
    .join(', ');
}

export function hasTag(text: string, tag: string): boolean {
  return tagsIn(text).some((one) => keyOf(one) === keyOf(tag));
}

function begunIn(text: string, existing: readonly string[]): string {
  const last = keyOf(betweenCommas(text).at(-1) ?? '');
  return existing.some((tag) => keyOf(tag) === last) ? '' : last;
}

function keyOf(tag: string): string {
  return tag.trim().toLowerCase();
}
