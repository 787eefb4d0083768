import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '@lancedb/lancedb';
import { assertTimeLeft } from '@pks/platform';
import { v7 } from 'uuid';
import type { Embedding } from './embedder.ts';
import type { Passage } from './passage.ts';
import type { PassageQuery, Generation, Hit, Indexing, Source } from './passage-hit.ts';
import type { Findable } from './passage-filter.ts';
import { hitsIn } from './passage-queries.ts';
import { type PassageRow, rowsIn, tableOf, type WrittenPassages, type WrittenWords } from './passage-rows.ts';
import { type PassageLocation, PassageTables, hasWords, isNotFound } from './passage-tables.ts';
import { doubtfulWords, meantIn } from './passage-terms.ts';
import { keptIndexings } from './kept-indexings.ts';
import { persistently } from './persistently.ts';
import { foldIn, rewriteDeletions } from './table-upkeep.ts';
import { quoted } from './uuids.ts';
import { WordOccurrences } from './word-occurrences.ts';

/** The number of passages that are written at a time: converting more would delay the other work of the process. */
const AT_A_TIME = 500;

/** The number of indexings that are deleted at a time: each deletion is a version of the table. */
const DROPPED_AT_A_TIME = 1_000;

/** The most attempts to read a table that lacks files. */
const TRIES = 6;

/**
 * Stores the passages of all projects. Each generation of a project has its own table, so no query reads the passages of another project. The
 * caller decides which indexing of a source is current; passages stay here until they are replaced or deleted.
 */
export class PassageStore {
  readonly #tables: PassageTables;
  readonly #occurrences = new WordOccurrences();

  constructor(location: PassageLocation) {
    this.#tables = new PassageTables(location);
  }

  /** Stores the passages of indexings of sources without embeddings: they are found by their words. Replaces nothing. */
  async putWords(
    projectId: string,
    generation: Generation,
    indexings: readonly WrittenWords[],
  ): Promise<void> {
    const written = indexings.map((indexing) => ({ ...indexing, writeId: v7(), embeddings: null }));
    if (written.some(({ passages }) => passages.length > 0)) await this.#add(projectId, generation, written);
  }

  /**
   * Stores passages of an indexing of a source with their embeddings; those without one are found by their words. They replace those at
   * the same positions, which are deleted afterwards; the call may be repeated, also by two processes at the same time.
   */
  async put(
    projectId: string,
    generation: Generation,
    source: Source,
    indexingId: string,
    passages: readonly Passage[],
    embeddings: readonly (Embedding | null)[],
  ): Promise<void> {
    assertFits(generation, passages, embeddings);
    const [first, last] = [passages[0], passages.at(-1)];
    if (!first || !last) return;
    const writeId = v7();
    const table = await this.#add(projectId, generation, [
      { source, indexingId, writeId, passages, embeddings },
    ]);
    const same = `source_id = ${quoted(source.id)} AND indexing_id = ${quoted(indexingId)}`;
    const places = `position >= ${first.position} AND position <= ${last.position}`;
    await persistently(() => table.delete(`${same} AND ${places} AND write_id < '${writeId}'`));
  }

  /**
   * Deletes the passages of these sources whose indexing is earlier than all of these, which began together (ids are UUIDv7: later ones are
   * greater). Comparing with the first alone takes the engine half the time of comparing with each.
   */
  async dropBefore(projectId: string, generation: Generation, indexings: readonly Indexing[]): Promise<void> {
    const [first] = indexings.map(({ indexing_id }) => indexing_id.toLowerCase()).sort();
    if (first === undefined) return;
    const sources = indexings.map(({ source_id }) => quoted(source_id)).join(', ');
    const earlier = `source_id IN (${sources}) AND indexing_id < ${quoted(first)}`;
    const table = await this.#tables.existing(projectId, generation);
    await persistently(async () => table?.delete(earlier));
  }

  /** Deletes the passages of some indexings of sources. Fails once the signal is aborted, having deleted some of them. */
  async dropIndexings(
    projectId: string,
    generation: Generation,
    indexings: readonly Indexing[],
    signal: AbortSignal,
  ): Promise<void> {
    const table = await this.#tables.existing(projectId, generation);
    for (let from = 0; from < indexings.length; from += DROPPED_AT_A_TIME) {
      assertTimeLeft(signal);
      const some = indexings.slice(from, from + DROPPED_AT_A_TIME);
      const sources = some.map(({ source_id }) => quoted(source_id)).join(', ');
      const ids = some.map(({ indexing_id }) => quoted(indexing_id)).join(', ');
      await persistently(async () => table?.delete(`source_id IN (${sources}) AND indexing_id IN (${ids})`));
    }
  }

  /** The best hits first; none in a generation without passages. */
  search(projectId: string, generation: Generation, wanted: PassageQuery): Promise<Hit[]> {
    return this.#read(projectId, generation, [], (table) => hitsIn(table, wanted, this.#occurrences));
  }

  /** A question whose misspelt words are replaced by words of passages that the query may find: the model knows no misspelt words. */
  async meant(
    projectId: string,
    generation: Generation,
    question: string,
    findable: Findable = {},
  ): Promise<string> {
    const doubtful = await doubtfulWords(question);
    if (doubtful.length === 0) return question;
    return this.#read(projectId, generation, question, (table) =>
      meantIn(table, question, doubtful, findable, this.#occurrences),
    );
  }

  /** The indexings that have stored passages, each once. */
  indexings(projectId: string, generation: Generation): Promise<Indexing[]> {
    return this.#read(projectId, generation, [], keptIndexings);
  }

  /** The ids of the stored generations of a project. */
  generations(projectId: string): Promise<string[]> {
    return this.#tables.generations(projectId);
  }

  /** The projects that have a generation. */
  projects(generationId: string): Promise<string[]> {
    return this.#tables.projects(generationId);
  }

  /** Drops a generation of a project, if it exists. */
  dropGeneration(projectId: string, generationId: string): Promise<void> {
    return this.#tables.drop(projectId, generationId);
  }

  /**
   * Adds recent writes to the indexes, merges small files, and deletes old versions that no process can still be
   * reading. Searches are complete without it, but become slower. Fails while these passages are being tidied up or erased.
   */
  async optimize(projectId: string, generation: Generation): Promise<void> {
    const table = await this.#tables.existing(projectId, generation);
    if (table)
      await this.#tables.tidy(projectId, generation, () => persistently(() => foldIn(table, generation)));
  }

  /**
   * Removes deleted passages from the files of a generation, in which `optimize` leaves them while they are a small share; an `optimize` over a
   * minute later deletes the last old files. Takes long, because it rewrites much more than was deleted. Fails as `optimize` does, and once the
   * signal is aborted.
   */
  async erase(projectId: string, generation: Generation, signal?: AbortSignal): Promise<void> {
    const table = await this.#tables.existing(projectId, generation);
    if (!table) return;
    const folder = this.#tables.folderOf(projectId, generation);
    await this.#tables.tidy(projectId, generation, () => rewriteDeletions(table, generation, folder, signal));
  }

  /** Closes the tables and the connection. */
  close(): Promise<void> {
    return this.#tables.close();
  }

  async #add(projectId: string, generation: Generation, written: readonly WrittenPassages[]): Promise<Table> {
    const table = await this.#tables.ensured(projectId, generation);
    for await (const rows of rowsIn(written, AT_A_TIME)) {
      for (const some of apart(rows)) {
        const data = await tableOf(some, generation.dimensions);
        await persistently(() => table.add(data));
      }
    }
    return table;
  }

  /** Reopens the table after an error: another process may have dropped and recreated it. */
  async #read<T>(
    projectId: string,
    generation: Generation,
    none: T,
    work: (table: Table) => Promise<T>,
  ): Promise<T> {
    const table = await this.#tables.existing(projectId, generation);
    if (!table) return none;
    return work(table).catch(() => this.#readAgain(projectId, generation, none, work));
  }

  /**
   * A table without the index of its words has no passages yet. A table that lacks files is being dropped, file by file, and is soon gone; if
   * it stays, it has lost them, which is an error.
   */
  async #readAgain<T>(
    projectId: string,
    generation: Generation,
    none: T,
    work: (table: Table) => Promise<T>,
  ): Promise<T> {
    for (let tried = 1; ; tried += 1) {
      this.#tables.forget(projectId, generation);
      const table = await this.#tables.existing(projectId, generation);
      try {
        return table && (await hasWords(table)) ? await work(table) : none;
      } catch (error) {
        if (tried === TRIES || !isNotFound(error)) throw error;
        await sleep(10 * 2 ** tried);
      }
    }
  }
}

/** Rows with vectors and rows without: in a column of both, Arrow leaves out the numbers of those at the end that have none. */
function apart(rows: readonly PassageRow[]): PassageRow[][] {
  const lacking = rows.filter(({ vector }) => vector === null);
  const others = rows.filter(({ vector }) => vector !== null);
  return [others, lacking].filter(({ length }) => length > 0);
}

function assertFits(
  { dimensions }: Generation,
  passages: readonly Passage[],
  embeddings: readonly (Embedding | null)[],
): void {
  const isFitting = embeddings.every((one) => one === null || one.vector.length === dimensions);
  if (embeddings.length === passages.length && isFitting) return;
  throw new Error(`Each passage needs a vector of ${dimensions} numbers.`);
}
