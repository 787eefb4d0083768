/** How long after its start the console fetches the code that its first page does not need. Milliseconds. */
const AFTER_MS = 5_000;

/** The number of files fetched at a time: the browser's other connections stay free for a page that is opened meanwhile. */
const AT_A_TIME = 2;

/** Fetches the code of all pages once the first page is shown, so that other pages open even while the service is unreachable. */
export function fetchAhead(): void {
  const ahead = document.getElementById('fetched-ahead');
  if (!(ahead instanceof HTMLTemplateElement) || savesData()) return;
  const links = ahead.content.querySelectorAll('link').values();
  const begin = (): void => {
    for (let lane = 0; lane < AT_A_TIME; lane += 1) void fetchAll(links);
  };
  window.addEventListener('load', () => setTimeout(begin, AFTER_MS));
}

/** Fetches links one after the other from an iterator that several callers share. */
async function fetchAll(links: Iterable<HTMLLinkElement>): Promise<void> {
  for (const { href } of links) await keepInCache(href);
}

/**
 * Fetches the links itself instead of adding them to the page: Firefox checks their prefetching against `default-src`, which is none, and
 * WebKit never prefetches.
 */
async function keepInCache(href: string): Promise<void> {
  try {
    const response = await fetch(href, { priority: 'low' });
    // A browser may not cache a response that is not read to its end.
    await response.arrayBuffer();
  } catch {
    // The code is fetched when its page is opened.
  }
}

/** Whether the browser is set to fetch only what is needed. */
function savesData(): boolean {
  const connection = 'connection' in navigator ? navigator.connection : undefined;
  return connection instanceof Object && 'saveData' in connection && connection.saveData === true;
}
