/**
 * If the page still exists this long after the browser began to leave it, it may stay: a download began, or the user declined to leave. Milliseconds.
 */
export const LEFT_WITHIN_MS = 5_000;

let begunAt = -Infinity;

/** Records when the browser begins to leave the page. */
export function noteLeaving(): void {
  window.addEventListener('beforeunload', () => (begunAt = performance.now()));
}

export function isBeingLeft(): boolean {
  return performance.now() - begunAt < LEFT_WITHIN_MS;
}
