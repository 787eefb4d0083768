const ROW = 'li, tr';
const CONTROL =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/** Where a control is among the rows of a list or a table. */
export interface RowPlace {
  readonly rows: Element;
  readonly row: number;
  readonly control: number;
}

/** Null outside of lists and tables. */
export function rowPlaceOf(control: Element): RowPlace | null {
  const row = control.closest(ROW);
  const rows = row?.parentElement;
  if (!row || !rows) return null;
  return {
    rows,
    row: [...rows.children].indexOf(row),
    control: [...row.querySelectorAll(CONTROL)].indexOf(control),
  };
}

/** Gives the focus to the same control of the row that is there now, or of the last one; to the content of the page where there is none. */
export function focusAt(place: RowPlace | null): void {
  const row = place?.rows.children[place.row] ?? place?.rows.lastElementChild;
  const controls = row?.isConnected ? [...row.querySelectorAll<HTMLElement>(CONTROL)] : [];
  const control = controls[place?.control ?? 0] ?? controls.at(-1);
  if (control) control.focus();
  else focusContent();
}

/** Gives the focus to the content of the page, which stays where it is scrolled to. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}
