const MARKS = /["“”]/g;
/** What may follow a mark that closes: of a name at the end of another one, so do the marks of both. */
const AFTER = /["”]{0,3}(?:$|[\s.,:;?!)])/y;

interface Quotation {
  readonly from: number;
  to: number;
}

/** The pieces of a sentence: each second one is quoted, with its quotation marks. Together they are the sentence. */
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
 * What stands between quotation marks that open a word and close one, with all that a name has of its own: words that it quotes, and marks
 * within words, as Hebrew abbreviations have them. A mark that closes nothing ends the name before it.
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
