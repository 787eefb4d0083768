import { nameOf } from './name-of.ts';

const ROW = 'li, tr, [role="listitem"]';
/** What has the focus in a row: a control of it, or where keys move from row to row, the thing itself. */
const CONTROL =
  'article[tabindex], a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/** Where a control is among the rows of a list or a table. */
export interface RowPlace {
  readonly rows: Element;
  readonly row: Element;
  readonly index: number;
  readonly control: number;
  readonly name: string;
  /** That of the list, where it is in a row itself. */
  readonly around: RowPlace | null;
}

/** Null outside of lists and tables. */
export function rowPlaceOf(control: Element): RowPlace | null {
  const row = control.closest(ROW);
  const rows = row?.parentElement;
  if (!row || !rows) return null;
  return {
    rows,
    row,
    index: [...rows.children].indexOf(row),
    control: [...row.querySelectorAll(CONTROL)].indexOf(control),
    name: nameOf(control),
    around: rowPlaceOf(rows),
  };
}

/**
 * Gives the focus to the same control, by its name or its place, of the row that is there now, or of the last one; to the content of the page
 * where there is none.
 */
export function focusAt(place: RowPlace | null): void {
  if (place && !place.rows.isConnected) return focusAt(place.around);
  const row = place && rowAt(place);
  const controls = row ? [...row.querySelectorAll<HTMLElement>(CONTROL)] : [];
  const control =
    controls.find((one) => nameOf(one) === place?.name) ?? controls[place?.control ?? 0] ?? controls.at(-1);
  if (control) control.focus();
  else focusContent();
}

function rowAt({ rows, row, index }: RowPlace): Element | null | undefined {
  const { ariaPosInSet, ariaSetSize } = row;
  if (ariaPosInSet === null) return rows.children[index] ?? rows.lastElementChild;
  // Of a long list, a row that is scrolled away is not in the page either, and nothing is in its place.
  const at = (position: number): Element | undefined =>
    [...rows.children].find((one) => Number(one.ariaPosInSet) === position);
  const before = at(Number(ariaPosInSet) - 1);
  return at(Number(ariaPosInSet)) ?? (Number(before?.ariaSetSize) < Number(ariaSetSize) ? before : null);
}

/** Gives the focus to the content of the page, which stays where it is scrolled to. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}
