/**
 * Runs a function whenever the page becomes visible, and aborts its signal when the page is hidden. Returns a
 * function that ends this.
 */
export function whileVisible(run: (signal: AbortSignal) => void): () => void {
  let seen: AbortController | undefined;
  const hide = (): void => {
    seen?.abort();
    seen = undefined;
  };
  const look = (): void => {
    if (document.visibilityState === 'hidden') return hide();
    if (seen) return;
    seen = new AbortController();
    run(seen.signal);
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    hide();
  };
}
