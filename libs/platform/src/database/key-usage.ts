import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from './database.ts';
import { statement } from './statement.ts';

/** How long counts wait before they are written. Milliseconds. */
const WRITTEN_AFTER_MS = 1_000;

/** The first key after a period of 24 hours begins a new one. Rows are locked in one order, because every replica writes them. */
const WRITE = statement<object>(
  'idempotency-usage-write',
  `INSERT INTO idempotency_usage AS used (user_id, began_at, keys, bytes)
   SELECT counted.user_id, now(), counted.keys, counted.bytes
     FROM unnest($1::uuid[], $2::integer[], $3::bigint[]) AS counted (user_id, keys, bytes)
    ORDER BY counted.user_id
   ON CONFLICT ON CONSTRAINT idempotency_usage_pkey DO UPDATE
      SET (began_at, keys, bytes) = (
            SELECT CASE WHEN is_over THEN excluded.began_at ELSE used.began_at END,
                   CASE WHEN is_over THEN excluded.keys ELSE used.keys + excluded.keys END,
                   CASE WHEN is_over THEN excluded.bytes ELSE used.bytes + excluded.bytes END
              FROM (SELECT excluded.began_at - used.began_at >= interval '24 hours' AS is_over) AS period)`,
);

/** How much is stored for a user: keys, and bytes of responses. */
export interface Used {
  readonly keys: number;
  readonly bytes: number;
}

const NOTHING: Used = { keys: 0, bytes: 0 };

/**
 * Counts what is stored for users under idempotency keys. The counts are written together about once a second, in a transaction of their
 * own: a row written by each request of a user would make all of them wait for each other's commits. A crash loses the counts of a second.
 */
export class KeyUsage {
  /** How often counts have been written. */
  writes = 0;
  private counted = new Map<string, Used>();
  /** The counts that are being written; they count here until they are known to be written. */
  private writing: ReadonlyMap<string, Used> = new Map();
  private last: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  /** The writing belongs to no request, nor to its transaction. */
  private readonly outside = AsyncLocalStorage.snapshot();

  constructor(private readonly database: Database) {}

  /** The counts of a user that this process has not written yet. */
  unwritten(user: string): Used {
    return sum(this.counted.get(user) ?? NOTHING, this.writing.get(user) ?? NOTHING);
  }

  /** Counts a key with a response of this many bytes. */
  count(user: string, bytes: number): void {
    this.add(user, { keys: 1, bytes });
    this.timer ??= this.outside(
      setTimeout,
      () => void this.write().catch(() => undefined),
      WRITTEN_AFTER_MS,
    ).unref();
  }

  /** Writes the counts. If that fails, they are kept, and written with the next ones. Throws as `Database.rows` does. */
  write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.last = this.last.catch(() => undefined).then(() => this.writeCounted());
    return this.last;
  }

  private async writeCounted(): Promise<void> {
    if (this.counted.size === 0) return;
    const writing = this.counted;
    this.writing = writing;
    this.counted = new Map();
    try {
      const all = [...writing.values()];
      await this.database.rows(WRITE, [
        [...writing.keys()],
        all.map(({ keys }) => keys),
        all.map(({ bytes }) => bytes),
      ]);
      this.writes += 1;
    } catch (error) {
      for (const [user, used] of writing) this.add(user, used);
      throw error;
    } finally {
      this.writing = new Map();
    }
  }

  private add(user: string, used: Used): void {
    this.counted.set(user, sum(this.counted.get(user) ?? NOTHING, used));
  }
}

function sum(one: Used, other: Used): Used {
  return { keys: one.keys + other.keys, bytes: one.bytes + other.bytes };
}
