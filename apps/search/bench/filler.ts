import type { PackagedEmbedder } from '../src/search/packaged-embedder.ts';
import type { Corpus } from '../test/search/corpus.ts';
import type { Filler } from '../test/search/quality.ts';
import { documentation } from './documentation.ts';
import { PASSAGES, SubjectFiller } from './subject-filler.ts';

/**
 * Passages that fill up a project of a corpus: those of all texts about other subjects, then more that are recombined from their
 * sentences. So none answers a question about the corpus. The same every time.
 */
export class FillerPassages {
  readonly #subjects: readonly SubjectFiller[];

  constructor(embedder: PackagedEmbedder, corpora: readonly Corpus[]) {
    const about = Map.groupBy(corpora, ({ subject }) => subject);
    this.#subjects = [...about].map(([subject, those]) => {
      const texts = those.flatMap((corpus) => corpus.texts);
      return new SubjectFiller(
        embedder,
        subject,
        subject === 'software' ? [...texts, ...documentation()] : texts,
      );
    });
  }

  /** `passages` passages or a few more; recombined ones of each subject in proportion to the number of its sentences. */
  async for({ subject }: Corpus, passages: number): Promise<Filler[]> {
    const others = this.#subjects.filter((other) => other.subject !== subject);
    const filler: Filler[] = [];
    for (const other of others) filler.push(...(await other.written()));
    const missing = passages - filler.reduce((sum, document) => sum + document.passages.length, 0);
    const sentences = others.reduce((sum, other) => sum + other.sentences, 0);
    for (const other of others) {
      const documents = Math.ceil((missing * other.sentences) / sentences / PASSAGES);
      filler.push(...(await other.recombined(documents)));
    }
    return filler;
  }
}
