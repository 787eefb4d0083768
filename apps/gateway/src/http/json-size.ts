/** The most that a JSON text may contain. */
export interface JsonBounds {
  /** Values: every text, number, array, object, … */
  readonly values: number;
  /** Levels of arrays and objects within each other. */
  readonly depth: number;
}

/** The bound that a text exceeds. */
export type JsonExcess = keyof JsonBounds;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OTHER, SPACE, OPENING, CLOSING, COMMA, TEXT] = [0, 1, 2, 3, 4, 5];
/** What each byte means outside of texts. */
const MEANINGS = meanings({
  [SPACE]: ' \t\r\n',
  [OPENING]: '[{',
  [CLOSING]: ']}',
  [COMMA]: ',',
  [TEXT]: '"',
});

/**
 * The bound that a JSON text exceeds, found by one scan without parsing; undefined if it exceeds none. Stops at the
 * first value too many. A repeated key counts each time, although parsing keeps only the last; for a text that is not
 * JSON, the result means nothing.
 */
export function excessOf(bytes: Uint8Array, { values, depth }: JsonBounds): JsonExcess | undefined {
  let [found, level] = [0, 0];
  let expected = true;
  for (let at = 0; at < bytes.length; at += 1) {
    const meaning = MEANINGS[bytes[at] ?? 0];
    if (meaning === SPACE) continue;
    if (expected && meaning !== CLOSING) found += 1;
    if (found > values) return 'values';
    expected = meaning === OPENING || meaning === COMMA;
    if (meaning === TEXT) at = endOfText(bytes, at);
    else if (meaning === CLOSING) level -= 1;
    else if (meaning === OPENING) level += 1;
    if (level > depth) return 'depth';
  }
  return undefined;
}

/** The position of the quote that ends the text which begins at `from`. */
function endOfText(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  for (;;) {
    const byte = bytes[at];
    if (byte === QUOTE || byte === undefined) return at;
    at += byte === BACKSLASH ? 2 : 1;
  }
}

function meanings(characters: Readonly<Record<number, string>>): Uint8Array {
  const table = new Uint8Array(256).fill(OTHER);
  for (const [meaning, those] of Object.entries(characters)) {
    for (const character of those) table[character.charCodeAt(0)] = Number(meaning);
  }
  return table;
}
