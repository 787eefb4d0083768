const MARKS = /["“”]/g;
/** What may follow a closing mark; after a name at the end of another name, the marks of both. */
const AFTER = /["”]{0,3}(?:$|[\s.,:;?!)])/y;

interface Quotation {
  readonly from: number;
  to: number;
}

/** The pieces of a sentence, of which every second is quoted, with its quotation marks. Joined, they are the sentence. */
export function piecesOf(sentence: string): readonly string[] {
  const pieces: string[] = [];
  let end = 0;
  for (const { from, to } of quotationsIn(sentence)) {
    pieces.push(sentence.slice(end, from), sentence.slice(from, to));
    end = to;
  }
  return [...pieces, sentence.slice(end)];
}

/**
 * The quotations between marks that open a word and close one. A quoted name may contain quoted words, and marks within words, as in
 * Hebrew abbreviations. A mark that closes nothing ends the name before it.
 */
function quotationsIn(sentence: string): readonly Quotation[] {
  const quotations: Quotation[] = [];
  const open: number[] = [];
  for (const { 0: mark, index: at } of sentence.matchAll(MARKS)) {
    const last = open.at(-1);
    const closes = mark !== '“' && closesAt(sentence, at);
    if (closes && last !== undefined && last < at - 1) {
      open.pop();
      while ((quotations.at(-1)?.from ?? -1) > last) quotations.pop();
      quotations.push({ from: last, to: at + 1 });
    } else if (mark !== '”' && (last === at - 1 || /^$|[\s(]/.test(sentence.charAt(at - 1)))) {
      open.push(at);
    } else if (closes && last === undefined) {
      const ended = quotations.at(-1);
      if (ended) ended.to = at + 1;
    }
  }
  return quotations;
}

function closesAt(sentence: string, at: number): boolean {
  AFTER.lastIndex = at + 1;
  return AFTER.test(sentence);
}
