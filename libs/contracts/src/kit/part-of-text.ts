/** A part of a text, and where the next part begins. Offsets and lengths are in UTF-16 units. */
export interface TextPart {
  readonly offset: number;
  readonly total_characters: number;
  readonly text: string;
  /** Null for the last part. */
  readonly next_offset: number | null;
}

/**
 * A part of a text, at most `most` UTF-16 units. It never cuts a surrogate pair in two: it ends before one, or after it if that
 * is all of the part.
 */
export function partOfText(text: string, offset: number, most: number): TextPart {
  const end = endOf(text, offset, most);
  return {
    offset,
    total_characters: text.length,
    text: text.slice(offset, end).toWellFormed(),
    next_offset: end < text.length ? end : null,
  };
}

function endOf(text: string, offset: number, most: number): number {
  const end = offset + most;
  const isCut = (text.codePointAt(end - 1) ?? 0) > 0xffff;
  if (!isCut) return end;
  return most > 1 ? end - 1 : end + 1;
}
