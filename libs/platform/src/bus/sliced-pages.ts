import { Injectable } from '@nestjs/common';
import { currentCall } from '../calls/call-context.ts';
import { DeadlineExceeded } from '../errors/fault.ts';
import { JsonPage } from './answers.ts';
import { JsonBytes } from './json-bytes.ts';
import { LargePages } from './large-pages.ts';

/** How much is read from PostgreSQL at a time; a page with more is a large one. Bytes. */
export const SLICE_BYTES = 1024 * 1024;

/** The most that a row's JSON adds to the row's `size`, if little has to be escaped. Bytes. */
const FRAME_BYTES = 1024;

/**
 * SQL for `is_within`: whether a row is within the first slice of a page in this order. It adds up the rows' `size`; the
 * first row always is.
 */
export function withinSlice(order: string): string {
  return `sum(size::bigint) OVER (ORDER BY ${order}) - size < ${SLICE_BYTES} AS is_within`;
}

interface Identified {
  readonly id: string;
}

/**
 * A place on a page: its row, or only the row's id (`slot`) and its size in bytes if the row is read later. A place
 * without an id means that the page has no results.
 */
export type Slot<Row extends Identified> = { readonly slot: string | null; readonly size?: number | null } & (
  Row | { readonly [N in keyof Row]: null }
);

/** Reads the first of these rows in their order: at least one, and about `SLICE_BYTES` of them; none if all are deleted. */
export type ReadSlice<Row> = (ids: readonly string[]) => Promise<readonly Row[]>;

/** The parts of a page. */
export interface SlicedPage<Row extends Identified> {
  /** The number of all results. */
  readonly count: number;
  /** The further fields of the envelope. */
  readonly beside?: object;
  readonly slots: readonly Slot<Row>[];
  readonly read: ReadSlice<Row>;
  readonly json: (row: Row) => string;
}

/**
 * Makes the JSON of pages of any size. Few rows of a page, and few large pages, are in memory at a time. A service with
 * such pages provides this class to Nest, with `LargePages`.
 */
@Injectable()
export class SlicedPages {
  constructor(private readonly largePages: LargePages) {}

  /** A page of a project, without rows that were deleted meanwhile. Throws as `LargePages` does. */
  async of<T, Row extends Identified>(projectId: string, page: SlicedPage<Row>): Promise<JsonPage<T>> {
    const { count, slots, json, beside } = page;
    const rows = slots.filter(isRow);
    const later = slots.flatMap((slot) => (slot.slot !== null && !isRow(slot) ? [slot.slot] : []));
    if (later.length === 0)
      return new JsonPage(count, Buffer.from(`[${rows.map(json).join(',')}]`), undefined, beside);
    const bytes = slots.reduce((sum, { size }) => sum + (size ?? 0) + FRAME_BYTES, 0);
    const whole = { count, bytes, ...(beside === undefined ? {} : { beside }) };
    return this.largePages.page(projectId, whole, () => largePage(page, rows, later, bytes));
  }
}

/**
 * The rows with these ids in this order, one slice at a time, without deleted rows. @throws DeadlineExceeded after the
 * call's deadline.
 */
export async function* slicesOf<Row extends Identified>(
  ids: readonly string[],
  read: ReadSlice<Row>,
): AsyncGenerator<readonly Row[]> {
  for (let left = ids; left.length > 0;) {
    if (Date.now() > (currentCall()?.deadline ?? Infinity)) throw new DeadlineExceeded();
    const rows = await read(left);
    if (rows.length === 0) return;
    left = left.slice(left.indexOf(rows.at(-1)?.id ?? '') + 1);
    yield rows;
  }
}

async function largePage<Row extends Identified>(
  { read, json }: SlicedPage<Row>,
  first: readonly Row[],
  later: readonly string[],
  expected: number,
): Promise<Buffer> {
  const bytes = new JsonBytes(expected);
  let separator = '';
  bytes.add('[');
  const add = (row: Row): void => {
    bytes.add(separator + json(row));
    separator = ',';
  };
  first.forEach(add);
  for await (const rows of slicesOf(later, read)) rows.forEach(add);
  bytes.add(']');
  return bytes.written;
}

function isRow<Row extends Identified>(slot: Slot<Row>): slot is Slot<Row> & Row {
  return slot.id !== null;
}
