import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '@lancedb/lancedb';
import { v7 } from 'uuid';
import type { Passage } from './passage.ts';
import type { Asked, Generation, Hit, KeptSource, Source } from './passage-hit.ts';
import { hitsIn } from './passage-queries.ts';
import { rowsOf } from './passage-rows.ts';
import { type PassageLocation, PassageTables } from './passage-tables.ts';
import { keptSources } from './kept-sources.ts';
import { foldIn } from './table-upkeep.ts';
import { quoted } from './uuids.ts';

/** So often a write is tried that another one came before. */
const TRIES = 8;

/**
 * The passages of all projects. Each generation of a project has a table of its own: no question ever looks at another
 * project's. Which indexing of a source is the current one is known elsewhere; this keeps what it is given until it is replaced.
 */
export class PassageStore {
  readonly #tables: PassageTables;

  constructor(location: PassageLocation) {
    this.#tables = new PassageTables(location);
  }

  /**
   * Keeps passages of an indexing of a source. Without vectors they are found by words alone, and put once; with vectors they
   * take the place of those at the same positions, which go after they are there. That may be repeated, and done by two processes
   * at once.
   */
  async put(
    projectId: string,
    generation: Generation,
    source: Source,
    indexingId: string,
    passages: readonly Passage[],
    vectors: readonly Float32Array[] | null,
  ): Promise<void> {
    assertFits(generation, passages, vectors);
    const [first, last] = [passages[0], passages.at(-1)];
    if (!first || !last) return;
    const table = await this.#tables.ensured(projectId, generation);
    const ids = { indexing_id: indexingId.toLowerCase(), write_id: v7() };
    const rows = rowsOf({ ...source, id: source.id.toLowerCase() }, ids, passages, vectors);
    await persistently(() => table.add(rows));
    if (vectors === null) return;
    const same = `source_id = ${quoted(source.id)} AND indexing_id = ${quoted(indexingId)}`;
    const places = `position >= ${first.position} AND position <= ${last.position}`;
    await persistently(() => table.delete(`${same} AND ${places} AND write_id < '${ids.write_id}'`));
  }

  /** Drops the passages of the earlier indexings of a source (ids are UUIDv7: later ones are greater). */
  async dropBefore(
    projectId: string,
    generation: Generation,
    sourceId: string,
    indexingId: string,
  ): Promise<void> {
    const earlier = `source_id = ${quoted(sourceId)} AND indexing_id < ${quoted(indexingId)}`;
    const table = await this.#tables.existing(projectId, generation);
    await persistently(async () => table?.delete(earlier));
  }

  /** Drops the passages of one indexing of a source. */
  async dropIndexing(
    projectId: string,
    generation: Generation,
    sourceId: string,
    indexingId: string,
  ): Promise<void> {
    const one = `source_id = ${quoted(sourceId)} AND indexing_id = ${quoted(indexingId)}`;
    const table = await this.#tables.existing(projectId, generation);
    await persistently(async () => table?.delete(one));
  }

  /** Drops all passages of a source. */
  async remove(projectId: string, generation: Generation, sourceId: string): Promise<void> {
    const table = await this.#tables.existing(projectId, generation);
    await persistently(async () => table?.delete(`source_id = ${quoted(sourceId)}`));
  }

  /** The best hits first; none where nothing was ever kept. */
  search(projectId: string, generation: Generation, asked: Asked): Promise<Hit[]> {
    return this.#read(projectId, generation, [], (table) => hitsIn(table, asked));
  }

  /** What is kept of which sources and indexings. */
  sources(projectId: string, generation: Generation): Promise<KeptSource[]> {
    return this.#read(projectId, generation, [], keptSources);
  }

  /** The ids of the generations of a project that are kept. */
  generations(projectId: string): Promise<string[]> {
    return this.#tables.generations(projectId);
  }

  /** Drops a generation of a project, if it is there. */
  dropGeneration(projectId: string, generationId: string): Promise<void> {
    return this.#tables.drop(projectId, generationId);
  }

  /**
   * Folds what was written into the indexes, merges small files, and drops what nobody can be reading any more. Searches find
   * everything without it, ever more slowly.
   */
  async optimize(projectId: string, generation: Generation): Promise<void> {
    const table = await this.#tables.existing(projectId, generation);
    if (table) await persistently(() => foldIn(table));
  }

  /** Gives back what it holds. */
  close(): Promise<void> {
    return this.#tables.close();
  }

  /** A table that was dropped and made anew by another process is opened again. */
  async #read<T>(
    projectId: string,
    generation: Generation,
    none: T,
    work: (table: Table) => Promise<T>,
  ): Promise<T> {
    const table = await this.#tables.existing(projectId, generation);
    if (!table) return none;
    try {
      return await work(table);
    } catch {
      this.#tables.forget(projectId, generation);
      const again = await this.#tables.existing(projectId, generation);
      return again ? work(again) : none;
    }
  }
}

/** Tries again what failed only because another write came before. */
async function persistently(write: () => Promise<unknown>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await write();
      return;
    } catch (error) {
      if (tried === TRIES || !/conflict|concurrent|preempted/i.test(String(error))) throw error;
      await sleep(Math.random() * 50 * 2 ** tried);
    }
  }
}

function assertFits(
  { dimensions }: Generation,
  passages: readonly Passage[],
  vectors: readonly Float32Array[] | null,
): void {
  if (!vectors) return;
  if (vectors.length === passages.length && vectors.every(({ length }) => length === dimensions)) return;
  throw new Error(`Each passage needs a vector of ${dimensions} numbers.`);
}
