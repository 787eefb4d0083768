import { Injectable } from '@nestjs/common';
import type { Signal } from '@pks/contracts';
import {
  type Counted,
  Database,
  type JsonPage,
  SLICE_BYTES,
  SlicedPages,
  type Slot,
  besideOf,
  lookedUp,
  slicesOf,
  statement,
} from '@pks/platform';
import { PARTICIPANTS, ROW, type SignalRow, signalJson } from './signal-row.ts';

/** The condition on the project is repeated: the outer one tells the planner in which project the participants are. */
const SLICE = statement<SignalRow, { readonly project: string; readonly ids: readonly string[] }>(
  'signals_slice',
  `SELECT ${ROW}
     FROM (SELECT s.*, wanted.place, sum(s.size::bigint) OVER (ORDER BY wanted.place) - s.size AS before
             FROM unnest(:ids::uuid[]) WITH ORDINALITY wanted (id, place)
             ${lookedUp('signals', 's', 's.project_id = :project AND s.id = wanted.id')}) s ${PARTICIPANTS}
    WHERE s.project_id = :project AND s.before < ${SLICE_BYTES}
    ORDER BY s.place`,
);

/** Makes pages of signals, which may be large. */
@Injectable()
export class SignalPages {
  constructor(
    private readonly database: Database,
    private readonly pages: SlicedPages,
  ) {}

  /** The page of these slots, without signals that are deleted meanwhile. Throws as `LargePages` does. */
  of(project: string, slots: readonly (Slot<SignalRow> & Counted)[]): Promise<JsonPage<Signal>> {
    const [{ total: count } = { total: 0 }] = slots;
    const beside = besideOf(slots[0]);
    const read = (ids: readonly string[]) => this.read(project, ids);
    return this.pages.of(project, { count, beside, slots, read, json: signalJson });
  }

  /** The rows of these signals, as `slicesOf` of the platform reads them. */
  slicesOf(project: string, ids: readonly string[]): AsyncGenerator<readonly SignalRow[]> {
    return slicesOf(ids, (left) => this.read(project, left));
  }

  private read(project: string, ids: readonly string[]): Promise<readonly SignalRow[]> {
    return this.database.rows(SLICE, { project, ids });
  }
}
