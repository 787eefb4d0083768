import type { Connection, Index, Table } from '@lancedb/lancedb';
import { LRUCache } from 'lru-cache';
import { persistently } from './persistently.ts';
import { isUuid } from './uuids.ts';
import type { Generation } from './passage-hit.ts';
import { schemaOf } from './passage-rows.ts';

/** Runs the creation of a table of this name, alone. */
export type Creating = <T>(name: string, create: () => Promise<T>) => Promise<T>;

/** Where passages are stored. */
export interface PassageLocation {
  /** A folder, or `s3://bucket/prefix`. */
  readonly location: string;
  /** The options of the object store: `aws_access_key_id`, `aws_secret_access_key`, `aws_region`, `aws_endpoint`, `allow_http`. */
  readonly storageOptions?: Readonly<Record<string, string>>;
  /** The size of the cache of index pages, as the engine counts it. Bytes. */
  readonly cacheBytes?: number;
  /**
   * Runs the creation of a table while no other process creates the same one: the engine would replace a table that another
   * process has just created, with the passages in it. Not needed where one process writes.
   */
  readonly creating?: Creating;
  /** The writes of other processes are visible after this time at the latest; immediately without it. Seconds. */
  readonly freshnessSeconds?: number;
}

/** The number of tables that stay open. Writing in turn to more takes 1.2 to 1.4 times the processor time; an open one takes little memory. */
const OPEN = 1_000;

/**
 * The size of the cache of index pages, as the engine counts it: its entries take more than twice as much memory, and each write of a
 * table leaves some there. With four times as much, no search is faster. Bytes.
 */
const CACHED = 16 * 2 ** 20;

/** How texts are split into words: in any language, stemmed as English, without accents and without stop words being removed. */
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

  /** The table, or null where none was created yet. Until the first passages are stored in it, it may lack its indexes. */
  async existing(projectId: string, generation: Generation): Promise<Table | null> {
    const name = nameOf(projectId, generation);
    const opened = this.#open.get(name) ?? remember(this.#open, name, this.#openTable(name));
    return opened.catch((error: unknown) => {
      if (isNotFound(error)) return null;
      throw error;
    });
  }

  /** The table with its indexes and columns, which are created where they are missing. */
  ensured(projectId: string, generation: Generation): Promise<Table> {
    const name = nameOf(projectId, generation);
    return this.#writable.get(name) ?? remember(this.#writable, name, this.#create(name, generation));
  }

  /** Has the table opened again the next time. */
  forget(projectId: string, generation: Generation): void {
    this.#discard(nameOf(projectId, generation));
  }

  /** Drops a table, if it exists. */
  async drop(projectId: string, generationId: string): Promise<void> {
    const name = nameOf(projectId, { id: generationId });
    this.#discard(name);
    const connection = await this.#connect();
    await connection.dropTable(name).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
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
    await ensurePieces(table);
    const { Index } = await import('@lancedb/lancedb');
    await ensureIndex(table, 'wording', Index.fts(WORDS));
    await ensureIndex(table, 'source_id', Index.btree());
    await ensureIndex(table, 'kind', Index.bitmap());
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
  return hasIndex(table, 'wording');
}

/** Whether the table has a column for the pieces of passages, which those of earlier versions lack. */
export async function hasPieces(table: Table): Promise<boolean> {
  return (await table.schema()).fields.some(({ name }) => name === 'pieces');
}

async function ensurePieces(table: Table): Promise<void> {
  await persistently(async () => {
    await table.checkoutLatest();
    if (!(await hasPieces(table)))
      await table.addColumns([{ name: 'pieces', valueSql: 'CAST(NULL AS binary)' }]);
  });
}

async function ensureIndex(table: Table, column: string, config: Index): Promise<void> {
  await persistently(async () => {
    if (!(await hasIndex(table, column))) await table.createIndex(column, { config });
  });
}

async function hasIndex(table: Table, column: string): Promise<boolean> {
  await table.checkoutLatest();
  return (await table.listIndices()).some(({ columns }) => columns.includes(column));
}

/** A table that could not be opened is tried again the next time. */
function remember(
  tables: LRUCache<string, Promise<Table>>,
  name: string,
  opening: Promise<Table>,
): Promise<Table> {
  tables.set(name, opening);
  opening.catch(() => tables.peek(name) === opening && tables.delete(name));
  return opening;
}

async function connect(where: PassageLocation): Promise<Connection> {
  const { location, storageOptions, cacheBytes = CACHED, freshnessSeconds = 0 } = where;
  const lance = await import('@lancedb/lancedb');
  return lance.connect(location, {
    readConsistencyInterval: freshnessSeconds,
    session: new lance.Session(BigInt(cacheBytes), BigInt(Math.ceil(cacheBytes / 4))),
    ...(storageOptions ? { storageOptions: { ...storageOptions } } : {}),
  });
}

function nameOf(projectId: string, { id }: Pick<Generation, 'id'>): string {
  if (!/^\w{1,64}$/.test(id)) throw new Error(`"${id}" is not a name of a generation.`);
  return `${checked(projectId)}-${id}`;
}

function checked(projectId: string): string {
  if (!isUuid(projectId)) throw new Error(`"${projectId}" is not an id of a project.`);
  return projectId.toLowerCase();
}

function isNotFound(error: unknown): boolean {
  return /was not found|not found|does not exist/i.test(String(error));
}
