import { hash } from 'node:crypto';
import type { Table } from '@lancedb/lancedb';
import { LRUCache } from 'lru-cache';
import { conditionOf, type Findable } from './passage-filter.ts';

/** The best passage with a word, by what its score was computed from. */
export interface Occurrence {
  readonly score: number;
  /** How often the passage has the word. */
  readonly times: number;
  /** The number of words in the passage. */
  readonly total: number;
}

/** What the engine knows of a word of a query. */
export interface KnownWord {
  /** The forms that match it, and how much each counts: 1, or less for a word that is spelt differently. */
  readonly forms: ReadonlyMap<string, number>;
  /** The best passage with the word, or with its most usual spelling; null if there is none. */
  readonly best: Occurrence | null;
  /** The words of passages for which it may stand if it does not occur itself, the most usual first. */
  readonly spellings: readonly string[];
}

/** The approximate size of the cache. Bytes. */
const MOST_BYTES = 8 * 2 ** 20;
/** The size of an entry without its word, and of each form or spelling. Bytes. */
const [ENTRY_BYTES, FORM_BYTES] = [350, 100];

/**
 * Remembers what the engine knows of words among the passages that a query may find, until a table changes: asking the engine for
 * each word costs more than the query itself.
 */
export class WordOccurrences {
  readonly #known = new LRUCache<string, KnownWord>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ forms, spellings }, key) =>
      ENTRY_BYTES + FORM_BYTES * (forms.size + spellings.length) + 2 * key.length,
  });
  /** Numbers that identify opened tables: the engine's own name of a table cannot be read while it answers another call. */
  readonly #numbers = new WeakMap<Table, number>();
  #opened = 0;

  /** Returns a function that looks up words in the current version of the table; it calls `look` only for unknown ones. */
  async in(
    table: Table,
    findable: Findable,
  ): Promise<(word: string, look: () => Promise<KnownWord>) => Promise<KnownWord>> {
    const state = `${this.#numberOf(table)} ${await table.version()} ${hash('sha1', conditionOf(findable), 'base64')}`;
    return async (word, look) => {
      const key = `${state} ${word}`;
      const known = this.#known.get(key) ?? (await look());
      this.#known.set(key, known);
      return known;
    };
  }

  #numberOf(table: Table): number {
    const number = this.#numbers.get(table) ?? (this.#opened += 1);
    this.#numbers.set(table, number);
    return number;
  }
}
