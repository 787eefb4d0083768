import type { Connection, Table } from '@lancedb/lancedb';
import { LRUCache } from 'lru-cache';
import { isUuid } from './uuids.ts';
import type { Generation } from './passage-hit.ts';
import { schemaOf } from './passage-rows.ts';

/** Where passages are kept. */
export interface PassageLocation {
  /** A folder, or `s3://bucket/prefix`. */
  readonly location: string;
  /** What the object store needs: `aws_access_key_id`, `aws_secret_access_key`, `aws_region`, `aws_endpoint`, `allow_http`. */
  readonly storageOptions?: Readonly<Record<string, string>>;
  /** What was read of the indexes may take so much memory. Bytes. */
  readonly cacheBytes?: number;
  /** What another process wrote is seen after so long at the latest; at once without it. Seconds. */
  readonly freshnessSeconds?: number;
}

/** So many tables stay open. */
const OPEN = 200;

/** How words are told apart: those of any language, stemmed as English, without accents; none is left out. */
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

/** The tables of all projects: one for each generation of a project. The engine is loaded when it is first needed. */
export class PassageTables {
  readonly #location: PassageLocation;
  readonly #open = new LRUCache<string, Promise<Table>>({ max: OPEN });
  #connection: Promise<Connection> | null = null;

  constructor(location: PassageLocation) {
    this.#location = location;
  }

  /** The table, or null where nothing was ever kept. */
  async existing(projectId: string, generation: Generation): Promise<Table | null> {
    const name = nameOf(projectId, generation);
    const opened = this.#open.get(name) ?? this.#remember(name, this.#openTable(name));
    return opened.catch((error: unknown) => {
      if (isNotFound(error)) return null;
      throw error;
    });
  }

  /** The table, made where there is none. */
  async ensured(projectId: string, generation: Generation): Promise<Table> {
    const table = await this.existing(projectId, generation);
    if (table) return table;
    const name = nameOf(projectId, generation);
    return this.#remember(name, this.#create(name, generation));
  }

  /** Opens it anew the next time. */
  forget(projectId: string, generation: Generation): void {
    this.#open.delete(nameOf(projectId, generation));
  }

  /** Drops a table, if it is there. */
  async drop(projectId: string, generationId: string): Promise<void> {
    const name = nameOf(projectId, { id: generationId });
    this.#open.delete(name);
    const connection = await this.#connect();
    await connection.dropTable(name).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  }

  /** The ids of a project's generations that are kept. */
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

  async close(): Promise<void> {
    this.#open.clear();
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

  #remember(name: string, opening: Promise<Table>): Promise<Table> {
    this.#open.set(name, opening);
    opening.catch(() => this.#open.peek(name) === opening && this.#open.delete(name));
    return opening;
  }

  async #openTable(name: string): Promise<Table> {
    return (await this.#connect()).openTable(name);
  }

  /** Of two processes that make it at once, one makes it and both use it. */
  async #create(name: string, { dimensions }: Generation): Promise<Table> {
    const connection = await this.#connect();
    const table = await connection.createEmptyTable(name, await schemaOf(dimensions), {
      mode: 'create',
      existOk: true,
    });
    const { Index } = await import('@lancedb/lancedb');
    const indexed = new Set((await table.listIndices()).flatMap(({ columns }) => columns));
    if (!indexed.has('wording')) await table.createIndex('wording', { config: Index.fts(WORDS) });
    if (!indexed.has('source_id')) await table.createIndex('source_id', { config: Index.btree() });
    if (!indexed.has('kind')) await table.createIndex('kind', { config: Index.bitmap() });
    return table;
  }
}

async function connect(where: PassageLocation): Promise<Connection> {
  const { location, storageOptions, cacheBytes = 64 * 2 ** 20, freshnessSeconds = 0 } = where;
  const lance = await import('@lancedb/lancedb');
  return lance.connect(location, {
    readConsistencyInterval: freshnessSeconds,
    session: new lance.Session(BigInt(cacheBytes), BigInt(Math.ceil(cacheBytes / 4))),
    ...(storageOptions ? { storageOptions: { ...storageOptions } } : {}),
  });
}

function nameOf(projectId: string, { id }: Pick<Generation, 'id'>): string {
  if (!/^\w{1,64}$/.test(id)) throw new Error(`"${id}" is no name of a generation.`);
  return `${checked(projectId)}-${id}`;
}

function checked(projectId: string): string {
  if (!isUuid(projectId)) throw new Error(`"${projectId}" is no id of a project.`);
  return projectId.toLowerCase();
}

function isNotFound(error: unknown): boolean {
  return /was not found|not found|does not exist/i.test(String(error));
}
