import { Injectable } from '@nestjs/common';
import type { Signal } from '@pks/contracts';
import { Database, DeadlineExceeded, JsonPage, LargePages, currentCall, statement } from '@pks/platform';
import { PARTICIPANTS, ROW, type SignalRow, signalJson } from './signal-row.ts';

/** This much is read from PostgreSQL at a time; a page that holds more is a large one. Bytes. */
export const SLICE_BYTES = 1024 * 1024;

/** Whether a row, in the order of the page, is within the first slice: `is_within`. The first row always is. */
export const WITHIN_SLICE = `
  sum(size::bigint) OVER (ORDER BY updated_at DESC, id DESC) - size < ${SLICE_BYTES} AS is_within`;

/**
 * A place on a page: the signal's row, or only its id (`slot`) and its size in bytes where the row is read later.
 * Without an id, the page has no results.
 */
export type Slot = { readonly slot: string | null; readonly size?: number | null } & (
  SignalRow | { readonly [N in keyof SignalRow]: null }
);

/** A place on a page, with the number of all results. */
export type Listed = Slot & { readonly total: number };

const SLICE = statement<SignalRow, { readonly project: string; readonly ids: readonly string[] }>(
  'signals_slice',
  `WITH slots AS MATERIALIZED (
     SELECT wanted.id, wanted.place, sum(s.size::bigint) OVER (ORDER BY wanted.place) - s.size AS before
       FROM unnest(:ids::uuid[]) WITH ORDINALITY wanted (id, place)
       JOIN signals s ON s.project_id = :project AND s.id = wanted.id)
   SELECT ${ROW}
     FROM slots JOIN signals s ON s.project_id = :project AND s.id = slots.id ${PARTICIPANTS}
    WHERE slots.before < ${SLICE_BYTES}
    ORDER BY slots.place`,
);

/** The most that a signal's JSON has beside its texts and its context, where little of them has to be escaped. Bytes. */
const FRAME_BYTES = 1024;

/** Makes the JSON of pages of any size. Few rows of a page are in memory at a time, and few large pages. */
@Injectable()
export class SignalPages {
  constructor(
    private readonly database: Database,
    private readonly largePages: LargePages,
  ) {}

  /** The page of these places, without signals that are deleted meanwhile. Throws as `LargePages` does. */
  async of(projectId: string, count: number, slots: readonly Slot[]): Promise<JsonPage<Signal>> {
    const rows = slots.filter(isRow);
    const later = slots.flatMap((slot) => (slot.slot !== null && !isRow(slot) ? [slot.slot] : []));
    if (later.length === 0) return new JsonPage(count, Buffer.from(`[${rows.map(signalJson).join(',')}]`));
    const bytes = slots.reduce((sum, { size }) => sum + (size ?? 0) + FRAME_BYTES, 0);
    return this.largePages.page(projectId, { count, bytes }, () =>
      this.largePage(projectId, rows, later, bytes),
    );
  }

  /**
   * The rows of these signals in this order, a few at a time, without those that are deleted. @throws DeadlineExceeded
   * past the call's deadline.
   */
  async *slicesOf(projectId: string, ids: readonly string[]): AsyncGenerator<readonly SignalRow[]> {
    for (let left = ids; left.length > 0;) {
      if (Date.now() > (currentCall()?.deadline ?? Infinity)) throw new DeadlineExceeded();
      const rows = await this.database.rows(SLICE, { project: projectId, ids: left });
      if (rows.length === 0) return;
      left = left.slice(left.indexOf(rows.at(-1)?.id ?? '') + 1);
      yield rows;
    }
  }

  private async largePage(
    projectId: string,
    first: readonly SignalRow[],
    later: readonly string[],
    expected: number,
  ): Promise<Buffer> {
    const json = new JsonBytes(expected);
    let separator = '';
    json.add('[');
    const add = (row: SignalRow): void => {
      json.add(separator + signalJson(row));
      separator = ',';
    };
    first.forEach(add);
    for await (const rows of this.slicesOf(projectId, later)) rows.forEach(add);
    json.add(']');
    return json.written;
  }
}

function isRow(slot: Slot): slot is Slot & SignalRow {
  return slot.id !== null;
}

/** The minimum by which the buffer grows beyond the expected size. Bytes. */
const GROWTH_BYTES = 1024 * 1024;

/** JSON that is written piece by piece into one buffer: it is not copied, unless it is longer than expected. */
export class JsonBytes {
  private bytes: Buffer;
  private length = 0;

  constructor(expected: number) {
    this.bytes = Buffer.allocUnsafe(expected);
  }

  add(text: string): void {
    const missing = this.length + Buffer.byteLength(text) - this.bytes.length;
    if (missing > 0) {
      const more = Math.max(missing, GROWTH_BYTES, Math.ceil(this.length / 4));
      this.bytes = Buffer.concat([this.written], this.bytes.length + more);
    }
    this.length += this.bytes.write(text, this.length);
  }

  get written(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}
