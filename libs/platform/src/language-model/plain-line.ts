/** Characters that nobody writes in a sentence: control characters, markup, and characters that could not be decoded. */
const ODD = /[\p{Cc}\p{Co}\p{Cn}\uFFFD<>{}]/u;

/** A model's answer as one line; null if it is empty, longer than `most` characters, or anything but plain text. */
export function plainLine(text: string, most: number): string | null {
  const line = text.trim().replace(/\s+/g, ' ');
  const isPlain = line !== '' && line.isWellFormed() && !ODD.test(line);
  return isPlain && [...line].length <= most ? line : null;
}
