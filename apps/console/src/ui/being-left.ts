/** A page that is still there so long after the browser began to leave it may well stay: what began was a download, or was declined. Milliseconds. */
export const LEFT_WITHIN_MS = 5_000;

let begunAt = -Infinity;

/** Notes when the browser begins to leave the page. */
export function noteLeaving(): void {
  window.addEventListener('beforeunload', () => (begunAt = performance.now()));
}

export function isBeingLeft(): boolean {
  return performance.now() - begunAt < LEFT_WITHIN_MS;
}
