import { v7 } from 'uuid';
import { type Embedding, unit } from '../src/search/embedder.ts';
import type { PackagedEmbedder } from '../src/search/packaged-embedder.ts';
import type { Source } from '../src/search/passage-hit.ts';
import type { Passage } from '../src/search/passage.ts';
import type { Text } from '../test/search/corpus.ts';
import { Dice } from './dice.ts';

/** A document that was never written, with the embeddings of its passages. */
export interface RecombinedDocument {
  readonly source: Source;
  readonly passages: readonly Passage[];
  readonly embeddings: readonly Embedding[];
}

interface Sentence {
  readonly text: string;
  readonly heading: string;
  readonly embedding: Embedding;
}

/** The passages of a document, and the fewest and most sentences of a passage: as long as the handbooks' own. */
const PASSAGES = 200;
const [FEWEST, MOST] = [3, 6];

/** How far a vector is moved away from that of its sentences, each of which has the length 1. */
const NOISE = 0.5;

/**
 * Any number of documents made of the sentences of texts, the same ones every time. The vector of a passage is the sum of its
 * sentences' vectors with some noise, and its pieces are theirs; asking the model would take an hour.
 */
export class Recombined {
  readonly #sentences: readonly [Sentence, ...Sentence[]];

  private constructor(sentences: readonly [Sentence, ...Sentence[]]) {
    this.#sentences = sentences;
  }

  static async of(embedder: PackagedEmbedder, from: readonly Text[]): Promise<Recombined> {
    const texts = from.flatMap(({ passages }) =>
      passages.flatMap(({ heading, text }) =>
        sentencesOf(text).map((sentence) => ({ heading, text: sentence })),
      ),
    );
    const embeddings = await embedder.embed(texts.map(({ text }) => text));
    const [first, ...others] = embeddings.flatMap((embedding, index) => {
      const text = texts[index];
      return text ? [{ ...text, embedding }] : [];
    });
    if (!first) throw new Error('The texts have no sentences.');
    return new Recombined([first, ...others]);
  }

  /** Documents with `passages` passages in all. */
  *documents(passages: number): Generator<RecombinedDocument> {
    const dice = new Dice(20_261_121);
    for (let made = 0; made < passages; made += PASSAGES) {
      const length = Math.min(PASSAGES, passages - made);
      const some = Array.from({ length }, (_, position) => this.#passage(dice, position));
      yield {
        source: { kind: 'document', id: v7(), name: `Collected rules ${made / PASSAGES + 1}` },
        passages: some.map(({ passage }) => passage),
        embeddings: some.map(({ embedding }) => embedding),
      };
    }
  }

  #passage(dice: Dice, position: number): { passage: Passage; embedding: Embedding } {
    const length = FEWEST + Math.floor(dice.next() * (MOST - FEWEST + 1));
    const sentences = Array.from({ length }, () => dice.one(this.#sentences));
    const { heading, embedding } = dice.one(this.#sentences);
    const noise = NOISE / Math.sqrt(embedding.vector.length);
    const sum = embedding.vector.map((_, index) =>
      sentences.reduce(
        (all, sentence) => all + (sentence.embedding.vector[index] ?? 0),
        dice.normal() * noise,
      ),
    );
    const text = sentences.map((sentence) => sentence.text).join(' ');
    const pieces = joined(sentences.map((sentence) => sentence.embedding.pieces ?? new Int8Array()));
    const passage = { position, page: position + 1, heading, text };
    return { passage, embedding: { vector: unit(sum), pieces } };
  }
}

function joined(parts: readonly Int8Array[]): Int8Array {
  const all = new Int8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let from = 0;
  for (const part of parts) {
    all.set(part, from);
    from += part.length;
  }
  return all;
}

/** The sentences, lines of lists and rows of tables of a text, without lines of code that have no words. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+|\s*\n\s*/).filter((sentence) => /\p{L}{3}/u.test(sentence));
}
