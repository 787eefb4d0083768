import { v7 } from 'uuid';
import type { Embedder } from '../src/search/embedder.ts';
import { type Passage, wordingOf } from '../src/search/passage.ts';
import type { Corpus, Text } from '../test/search/corpus.ts';
import type { Filler } from '../test/search/quality.ts';
import { Dice } from './dice.ts';
import { sentencesOf } from './recombined.ts';

/** Passages a document, and a passage's fewest and most sentences: about as long as those of the texts. */
const PASSAGES = 200;
const [FEWEST, MOST] = [3, 6];

/**
 * Passages that fill up a project of a corpus: sentences, rows and headings of each other corpus, recombined, and embedded by the
 * model. None answers a question about the corpus. The same every time.
 */
export class FillerPassages {
  readonly #embedder: Embedder;
  readonly #made = new Map<string, Promise<Filler[]>>();

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
  }

  /** So many passages or a few more, in equal parts of the other corpora. */
  async for(corpus: Corpus, all: readonly Corpus[], passages: number): Promise<Filler[]> {
    const others = all.filter(({ name }) => name !== corpus.name);
    const documents = Math.ceil(passages / others.length / PASSAGES);
    const filler: Filler[] = [];
    for (const { name, texts } of others) {
      const made = this.#made.get(name) ?? this.#make(texts, documents);
      this.#made.set(name, made);
      filler.push(...(await made));
    }
    return filler;
  }

  async #make(texts: readonly Text[], documents: number): Promise<Filler[]> {
    const dice = new Dice(20_261_123);
    const [first, ...others] = texts.flatMap(({ sections }) =>
      sections.flatMap(({ heading, text }) =>
        sentencesOf(text).map((sentence) => ({ heading, text: sentence })),
      ),
    );
    if (!first) throw new Error('The texts have no sentences.');
    const filler: Filler[] = [];
    for (let made = 0; made < documents; made += 1) {
      const source = { kind: 'document' as const, id: v7(), name: `Collected rules ${made + 1}` };
      const passages = Array.from({ length: PASSAGES }, (_, position) =>
        passageOf([first, ...others], dice, position),
      );
      const vectors = await this.#embedder.embed(passages.map((passage) => wordingOf(source.name, passage)));
      filler.push({ source, passages, vectors: vectors ?? [] });
      console.error(`${made + 1} of ${documents} documents of filling passages are embedded.`);
    }
    return filler;
  }
}

function passageOf(sentences: readonly [Sentence, ...Sentence[]], dice: Dice, position: number): Passage {
  const length = FEWEST + Math.floor(dice.next() * (MOST - FEWEST + 1));
  const text = Array.from({ length }, () => dice.one(sentences).text).join(' ');
  return { position, page: position + 1, heading: dice.one(sentences).heading, text };
}

interface Sentence {
  readonly heading: string;
  readonly text: string;
}
