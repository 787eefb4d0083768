import { join } from 'node:path';
import type { Connection, Table } from '@lancedb/lancedb';
import { isUuid } from '@pks/contracts';
import { LRUCache } from 'lru-cache';
import { persistently } from './persistently.ts';
import type { Generation } from './passage-hit.ts';
import { schemaOf } from './passage-rows.ts';

// Otherwise the engine writes text between the lines of the log, which are JSON; what fails is an error here. It reads this when it is loaded.
process.env['LANCEDB_LOG'] ??= 'off';

/** Runs the creation of the table of this name while no other process does. */
export type Creating = <T>(name: string, create: () => Promise<T>) => Promise<T>;

/** Tidies up the table of this name while no other process does, or fails. */
export type Tidying = (name: string, tidy: () => Promise<void>) => Promise<void>;

/** Where passages are stored. */
export interface PassageLocation {
  readonly folder: string;
  /**
   * Runs the creation of a table while no other process creates the same one: the engine would replace a table that another process has just
   * created, with the passages in it. Not needed if only one process writes.
   */
  readonly creating?: Creating;
  /**
   * Tidies up a table while no other process does the same: each deletes old files that the other one would still read. Not needed if only one
   * process tidies up, one table at a time.
   */
  readonly tidying?: Tidying;
}

/**
 * The number of tables that stay open. Writing to more in turn takes 1.2 to 1.4 times the processor time; an open table takes little memory.
 */
const OPEN = 1_000;

/**
 * The sizes of the caches of index pages and of tables' versions, as the engine counts them: entries take more than twice as much
 * memory, and each write of a table leaves some. With four times as much, no search is faster. Bytes.
 */
const [INDEX_CACHE, VERSION_CACHE] = [16n * 2n ** 20n, 4n * 2n ** 20n];

/**
 * How texts are split into words: in any language, stemmed as English, without stop words being removed. The engine folds words to ASCII after
 * it has stemmed them, so "André" and "Andre" differ; therefore texts are indexed and queried with folded words as well.
 */
const WORDS = {
  withPosition: false,
  baseTokenizer: 'icu/split',
  language: 'English',
  stem: true,
  removeStopWords: false,
  asciiFolding: true,
  lowercase: true,
  maxTokenLength: 200,
} as const;

/** The tables of all projects: one per generation of a project. The engine is loaded on first use. */
export class PassageTables {
  readonly #location: PassageLocation;
  readonly #open = new LRUCache<string, Promise<Table>>({ max: OPEN });
  /** The tables that this process has seen with all of their indexes. */
  readonly #writable = new LRUCache<string, Promise<Table>>({ max: OPEN });
  #connection: Promise<Connection> | null = null;

  constructor(location: PassageLocation) {
    this.#location = location;
  }

  /** The table; null if it was not created yet. Until the first passages are stored in it, it may lack its indexes. */
  async existing(projectId: string, generation: Generation): Promise<Table | null> {
    const name = nameOf(projectId, generation);
    const opened = this.#open.get(name) ?? remember(this.#open, name, this.#openTable(name));
    return opened.catch((error: unknown) => {
      if (isNotFound(error)) return null;
      throw error;
    });
  }

  /** The table with its indexes and columns, which are created if they are missing. */
  ensured(projectId: string, generation: Generation): Promise<Table> {
    const name = nameOf(projectId, generation);
    return this.#writable.get(name) ?? remember(this.#writable, name, this.#create(name, generation));
  }

  /** Tidies up a table by `tidying` of the location, if it is given. */
  tidy(projectId: string, generation: Generation, tidy: () => Promise<void>): Promise<void> {
    const { tidying = (_name, work) => work() } = this.#location;
    return tidying(nameOf(projectId, generation), tidy);
  }

  /** The folder of a table's files. */
  folderOf(projectId: string, generation: Generation): string {
    return join(this.#location.folder, `${nameOf(projectId, generation)}.lance`);
  }

  /** Forgets an opened table, so that its next use opens it again. */
  forget(projectId: string, generation: Generation): void {
    this.#discard(nameOf(projectId, generation));
  }

  /** Drops a table, if it exists. */
  async drop(projectId: string, generationId: string): Promise<void> {
    const name = nameOf(projectId, { id: generationId });
    this.#discard(name);
    const connection = await this.#connect();
    await persistently(() =>
      connection.dropTable(name).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      }),
    );
    // It may have been opened again meanwhile.
    this.#discard(name);
  }

  /** The ids of the stored generations of a project. */
  async generations(projectId: string): Promise<string[]> {
    const prefix = `${checked(projectId)}-`;
    const connection = await this.#connect();
    const found: string[] = [];
    for (let startAfter = prefix; ;) {
      const names = await connection.tableNames({ startAfter, limit: 50 });
      const own = names.filter((name) => name.startsWith(prefix));
      found.push(...own.map((name) => name.slice(prefix.length)));
      const last = own.at(-1);
      if (last === undefined || own.length < 50) return found;
      startAfter = last;
    }
  }

  /** The projects that have a table of a generation. */
  async projects(generationId: string): Promise<string[]> {
    const suffix = `-${generationId}`;
    const connection = await this.#connect();
    const found: string[] = [];
    for (let names = await connection.tableNames({ limit: 50 }); names.length > 0;) {
      const own = names.filter((name) => name.endsWith(suffix));
      found.push(...own.map((name) => name.slice(0, -suffix.length)));
      names = await connection.tableNames({ startAfter: names.at(-1) ?? '', limit: 50 });
    }
    return found;
  }

  async close(): Promise<void> {
    this.#open.clear();
    this.#writable.clear();
    const connection = await this.#connection?.catch(() => null);
    this.#connection = null;
    connection?.close();
  }

  #connect(): Promise<Connection> {
    return (this.#connection ??= connect(this.#location).catch((error: unknown) => {
      this.#connection = null;
      throw error;
    }));
  }

  #discard(name: string): void {
    this.#open.delete(name);
    this.#writable.delete(name);
  }

  async #openTable(name: string): Promise<Table> {
    return (await this.#connect()).openTable(name);
  }

  /** Several processes may create the same table at the same time, or continue what another one began. */
  async #create(name: string, { dimensions }: Generation): Promise<Table> {
    const table = await this.#openOrCreate(name, dimensions);
    await persistently(() => complete(table));
    return table;
  }

  async #openOrCreate(name: string, dimensions: number): Promise<Table> {
    try {
      return await this.#openTable(name);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    const { creating = (_name, create) => create() } = this.#location;
    const [connection, schema] = [await this.#connect(), await schemaOf(dimensions)];
    return creating(name, () => connection.createEmptyTable(name, schema, { mode: 'create', existOk: true }));
  }
}

/** Whether the table can be searched for words. */
export async function hasWords(table: Table): Promise<boolean> {
  return (await indexedColumns(table)).has('wording');
}

/** Whether the table has a column for the pieces of passages, which those of earlier versions lack. */
export async function hasPieces(table: Table): Promise<boolean> {
  return (await table.schema()).fields.some(({ name }) => name === 'pieces');
}

/** Adds the column and the indexes that a table lacks. */
async function complete(table: Table): Promise<void> {
  const { Index } = await import('@lancedb/lancedb');
  const indexes = { wording: Index.fts(WORDS), source_id: Index.btree(), kind: Index.bitmap() };
  const indexed = await indexedColumns(table);
  if (!(await hasPieces(table)))
    await table.addColumns([{ name: 'pieces', valueSql: 'CAST(NULL AS binary)' }]);
  for (const [column, config] of Object.entries(indexes))
    if (!indexed.has(column)) await table.createIndex(column, { config });
}

async function indexedColumns(table: Table): Promise<ReadonlySet<string>> {
  await table.checkoutLatest();
  return new Set((await table.listIndices()).flatMap(({ columns }) => columns));
}

/** Keeps a table that is being opened; if that fails, the next use tries again. */
function remember(
  tables: LRUCache<string, Promise<Table>>,
  name: string,
  opening: Promise<Table>,
): Promise<Table> {
  tables.set(name, opening);
  opening.catch(() => tables.peek(name) === opening && tables.delete(name));
  return opening;
}

/** Connects so that each read sees what other processes have written before. */
async function connect({ folder }: PassageLocation): Promise<Connection> {
  const { Session, connect: open } = await import('@lancedb/lancedb');
  return open(folder, { readConsistencyInterval: 0, session: new Session(INDEX_CACHE, VERSION_CACHE) });
}

function nameOf(projectId: string, { id }: Pick<Generation, 'id'>): string {
  if (!/^\w{1,64}$/.test(id)) throw new Error(`"${id}" is not a name of a generation.`);
  return `${checked(projectId)}-${id}`;
}

function checked(projectId: string): string {
  if (!isUuid(projectId)) throw new Error(`"${projectId}" is not an id of a project.`);
  return projectId.toLowerCase();
}

/** Whether a table, or a file of it, did not exist. */
export function isNotFound(error: unknown): boolean {
  return /was not found|not found|does not exist/i.test(String(error));
}
