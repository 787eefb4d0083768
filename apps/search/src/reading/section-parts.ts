import type { Section } from './section.ts';

/** The longest text of a part: parsing or storing one does not delay other work. Characters. */
const LONGEST = 256 * 1024;

/** Parts do not begin or end with a line break: line breaks at the edges of texts are trimmed. */
const BREAKS = '\r\n';

/** A section in parts that are not too long. */
export function* partsOf(section: Section): Generator<Section> {
  const { page, heading, text } = section;
  for (let from = 0; from < text.length;) {
    const to = endOf(text, from);
    yield { page, heading, text: text.slice(from, to), ...(from > 0 && { continues: true }) };
    from = to;
  }
}

/** Where a part ends: not within a character, and not at a line break, if there is another place. */
function endOf(text: string, from: number): number {
  const most = from + LONGEST;
  if (most >= text.length) return text.length;
  let to = most;
  while (to > from && isEdge(text, to)) to -= 1;
  return to > from ? to : most;
}

function isEdge(text: string, at: number): boolean {
  const [before = '', after = ''] = [text[at - 1], text[at]];
  return BREAKS.includes(before) || BREAKS.includes(after) || isHighSurrogate(text.charCodeAt(at - 1));
}

/** Whether this is the first half of a character that has two: a text is not cut after it. */
export function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
