/** The ids of the pieces of words that a model knows. */
export type Vocabulary = ReadonlyMap<string, number>;

/** Longer words are unknown. Characters. */
const LONGEST_WORD = 100;

/** Splits texts into the pieces of words that BERT models without capitals know (WordPiece). */
export class WordPieces {
  readonly #vocabulary: Vocabulary;
  readonly #start: number;
  readonly #end: number;
  readonly #unknown: number;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    [this.#start, this.#end, this.#unknown] = [
      this.#special('CLS'),
      this.#special('SEP'),
      this.#special('UNK'),
    ];
  }

  /** The ids of the pieces of a text, with the ones of its start and end: so many at most. */
  idsOf(text: string, most: number): number[] {
    const ids = [this.#start];
    for (const word of wordsAndSigns(text)) {
      ids.push(...this.#pieces(word));
      if (ids.length >= most) break;
    }
    return [...ids.slice(0, most - 1), this.#end];
  }

  /** The longest known pieces, from the beginning; one unknown one where that does not come out even. */
  #pieces(word: string): number[] {
    const letters = [...word];
    if (letters.length > LONGEST_WORD) return [this.#unknown];
    const ids: number[] = [];
    for (let from = 0; from < letters.length;) {
      let [to, id]: [number, number | undefined] = [letters.length, undefined];
      for (; to > from && id === undefined; to -= 1) {
        id = this.#vocabulary.get((from > 0 ? '##' : '') + letters.slice(from, to).join(''));
      }
      if (id === undefined) return [this.#unknown];
      ids.push(id);
      from = to + 1;
    }
    return ids;
  }

  #special(name: string): number {
    const id = this.#vocabulary.get(`[${name}]`);
    if (id === undefined) throw new Error(`The vocabulary has no [${name}].`);
    return id;
  }
}

/** Words in small letters without accents; each sign, and each Chinese character, is a word of its own. */
function wordsAndSigns(text: string): readonly string[] {
  const plain = text
    .replace(/[\t\n\r]/g, ' ')
    .replace(/[\0\ufffd]|\p{C}/gu, '')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
  return plain.match(/[\p{P}$+<=>^\x60|~]|\p{Script=Han}|[^\s\p{P}$+<=>^\x60|~\p{Script=Han}]+/gu) ?? [];
}
