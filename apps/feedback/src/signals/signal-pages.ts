import { Injectable } from '@nestjs/common';
import type { Signal } from '@pks/contracts';
import { Database, DeadlineExceeded, JsonPage, currentCall, statement } from '@pks/platform';
import { JsonBytes } from './json-bytes.ts';
import { LargePages } from './large-pages.ts';
import { PARTICIPANTS, ROW, type SignalRow, signalJson } from './signal-row.ts';

/** So much is read from PostgreSQL at a time; a page that holds more is a large one. Bytes. */
export const SLICE_BYTES = 1024 * 1024;

/** Whether a row, in the order of the page, is within the first slice: `is_within`. The first row always is. */
export const WITHIN_SLICE = `
  sum(size::bigint) OVER (ORDER BY updated_at DESC, id DESC) - size < ${SLICE_BYTES} AS is_within`;

/** A place on a page: the signal's row, or only its id (`slot`) and its size in bytes where that comes later. Without an id, the page has no results. */
export type Slot = { readonly slot: string | null; readonly size?: number | null } & (
  SignalRow | { readonly [N in keyof SignalRow]: null }
);

/** A place of a page, with the number of all results. */
export type Listed = Slot & { readonly total: number };

const SLICE = statement<SignalRow>(
  'signals_slice',
  `WITH slots AS MATERIALIZED (
     SELECT wanted.id, wanted.place, sum(s.size::bigint) OVER (ORDER BY wanted.place) - s.size AS before
       FROM unnest($2::uuid[]) WITH ORDINALITY wanted (id, place)
       JOIN signals s ON s.project_id = $1 AND s.id = wanted.id)
   SELECT ${ROW}
     FROM slots JOIN signals s ON s.project_id = $1 AND s.id = slots.id ${PARTICIPANTS}
    WHERE slots.before < ${SLICE_BYTES}
    ORDER BY slots.place`,
);

/** Of a signal's JSON, what is not its texts and its context, at most, where little of them has to be escaped. Bytes. */
const FRAME_BYTES = 1024;

/** Makes the JSON of pages of any size, holding few of its rows at a time, and few large pages. */
@Injectable()
export class SignalPages {
  constructor(
    private readonly database: Database,
    private readonly largePages: LargePages,
  ) {}

  /** The page of these places. A signal that is deleted while it is made is not on it. Throws as `LargePages` does. */
  async of(projectId: string, count: number, slots: readonly Slot[]): Promise<JsonPage<Signal>> {
    const rows = slots.filter(isRow);
    const later = slots.flatMap((slot) => (slot.slot !== null && !isRow(slot) ? [slot.slot] : []));
    if (later.length === 0) return new JsonPage(count, Buffer.from(`[${rows.map(signalJson).join(',')}]`));
    const bytes = slots.reduce((sum, { size }) => sum + (size ?? 0) + FRAME_BYTES, 0);
    return this.largePages.page(count, bytes, () => this.largePage(projectId, rows, later, bytes));
  }

  /** The rows of these signals in this order, a few at a time; those that are deleted are left out. @throws DeadlineExceeded once nobody waits for them. */
  async *slicesOf(projectId: string, ids: readonly string[]): AsyncGenerator<readonly SignalRow[]> {
    for (let left = ids; left.length > 0;) {
      if (Date.now() > (currentCall()?.deadline ?? Infinity)) throw new DeadlineExceeded();
      const rows = await this.database.rows(SLICE, [projectId, left]);
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
