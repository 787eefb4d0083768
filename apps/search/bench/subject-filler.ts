import { v7 } from 'uuid';
import type { PackagedEmbedder } from '../src/search/packaged-embedder.ts';
import { type Passage, wordingOf } from '../src/search/passage.ts';
import type { Subject, Text } from '../test/search/corpus.ts';
import type { Filler } from '../test/search/quality.ts';
import { Dice } from './dice.ts';
import { sentencesOf } from './recombined.ts';

/** The passages of a recombined document, and the fewest and most sentences of a passage: about as long as those of the texts. */
export const PASSAGES = 200;
const [FEWEST, MOST] = [3, 6];

interface Sentence {
  readonly heading: string;
  readonly text: string;
}

/** The texts about a subject as documents that fill up projects. Each is embedded once. */
export class SubjectFiller {
  readonly subject: Subject;
  readonly #embedder: PackagedEmbedder;
  readonly #texts: readonly Text[];
  readonly #sentences: readonly [Sentence, ...Sentence[]];
  readonly #dice = new Dice(20_261_123);
  readonly #recombined: Filler[] = [];
  #written: Filler[] | undefined;

  constructor(embedder: PackagedEmbedder, subject: Subject, texts: readonly Text[]) {
    this.#embedder = embedder;
    this.subject = subject;
    this.#texts = texts;
    const [first, ...others] = texts.flatMap(({ sections }) =>
      sections.flatMap(({ heading, text }) =>
        sentencesOf(text).map((sentence) => ({ heading, text: sentence })),
      ),
    );
    if (!first) throw new Error(`The texts about ${subject} have no sentences.`);
    this.#sentences = [first, ...others];
  }

  /** The number of sentences, rows and items of the texts. */
  get sentences(): number {
    return this.#sentences.length;
  }

  /** The texts as they were written. */
  async written(): Promise<readonly Filler[]> {
    if (this.#written) return this.#written;
    this.#written = [];
    for (const { name, passages } of this.#texts) this.#written.push(await this.#embedded(name, passages));
    console.error(`The ${this.#texts.length} texts about ${this.subject} are embedded.`);
    return this.#written;
  }

  /** `documents` documents whose passages are recombined from sentences of the texts. The first ones are the same every time. */
  async recombined(documents: number): Promise<readonly Filler[]> {
    while (this.#recombined.length < documents) {
      const passages = Array.from({ length: PASSAGES }, (_, position) => this.#passage(position));
      const name = `Collected pages ${this.#recombined.length + 1}`;
      this.#recombined.push(await this.#embedded(name, passages));
      console.error(
        `${this.#recombined.length} of ${documents} documents recombined of ${this.subject} are embedded.`,
      );
    }
    return this.#recombined.slice(0, documents);
  }

  async #embedded(name: string, passages: readonly Passage[]): Promise<Filler> {
    const source = { kind: 'document' as const, id: v7(), name };
    const embeddings = await this.#embedder.embed(passages.map((passage) => wordingOf(name, passage)));
    return { source, passages, embeddings };
  }

  #passage(position: number): Passage {
    const length = FEWEST + Math.floor(this.#dice.next() * (MOST - FEWEST + 1));
    const text = Array.from({ length }, () => this.#dice.one(this.#sentences).text).join(' ');
    return { position, page: position + 1, heading: this.#dice.one(this.#sentences).heading, text };
  }
}
