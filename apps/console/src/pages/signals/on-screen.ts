/** Whether any part of a row of the list is on the screen. */
export function isOnScreen(index: number): boolean {
  const row = document.querySelector(`[data-index="${index}"]`);
  return row !== null && isSeen(row);
}

/** The index of the first row on the screen; undefined if there is none. */
export function firstOnScreen(): number | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-index]')];
  const index = rows.find(isSeen)?.dataset['index'];
  return index === undefined ? undefined : Number(index);
}

function isSeen(row: Element): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
