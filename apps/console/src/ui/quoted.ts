/** What stands between quotation marks that open a word and close one: a name may have some of its own, as Hebrew abbreviations do. */
const QUOTED = /((?<![^\s(])(?:“.+?”|".+?")(?![^\s.,:;?!)]))/su;

/** The pieces of a sentence: each second one is quoted, with its quotation marks. Together they are the sentence. */
export function piecesOf(sentence: string): readonly string[] {
  return sentence.split(QUOTED);
}
