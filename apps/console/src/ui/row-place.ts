import { nameOf } from './name-of.ts';

const ROW = 'li, tr, [role="listitem"]';
/** The focusable elements of a row: its controls; or the row's own article, in lists in which keys move from row to row. */
const CONTROL =
  'article[tabindex], a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/** The place of a control among the rows of a list or a table. */
export interface RowPlace {
  readonly rows: Element;
  readonly row: Element;
  readonly index: number;
  readonly control: number;
  readonly name: string;
  /** The place of the list itself, if it is inside a row. */
  readonly around: RowPlace | null;
}

/** The place of a control; null outside lists and tables. */
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
 * Focuses the same control, by name or by position, in the row that is now at the place, or in the last row; if there is none, the content of
 * the page.
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
  // In a long list, rows that are scrolled out of sight are not in the page either, although nothing has taken their place.
  const at = (position: number): Element | undefined =>
    [...rows.children].find((one) => Number(one.ariaPosInSet) === position);
  const before = at(Number(ariaPosInSet) - 1);
  return at(Number(ariaPosInSet)) ?? (Number(before?.ariaSetSize) < Number(ariaSetSize) ? before : null);
}

/** Focuses the content of the page without scrolling. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}
