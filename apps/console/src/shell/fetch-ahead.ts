/** How long after its start the console fetches what its first page does not need. Milliseconds. */
const AFTER_MS = 5_000;

/** Has the code of all pages fetched once the first one is shown, so that the others also open where the service is away. */
export function fetchAhead(): void {
  const ahead = document.getElementById('fetched-ahead');
  if (!(ahead instanceof HTMLTemplateElement)) return;
  window.addEventListener('load', () => setTimeout(() => document.head.append(ahead.content), AFTER_MS));
}
