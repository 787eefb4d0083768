/** How long after its start the console fetches what its first page does not need. Milliseconds. */
const AFTER_MS = 5_000;

/** How many files are fetched at a time: a page that is opened meanwhile has the other connections of the browser. */
const AT_A_TIME = 2;

/** Has the code of all pages fetched once the first one is shown, so that the others also open where the service is away. */
export function fetchAhead(): void {
  const ahead = document.getElementById('fetched-ahead');
  if (!(ahead instanceof HTMLTemplateElement) || savesData()) return;
  const links = ahead.content.querySelectorAll('link').values();
  const begin = (): void => {
    for (let lane = 0; lane < AT_A_TIME; lane += 1) void fetchAll(links);
  };
  window.addEventListener('load', () => setTimeout(begin, AFTER_MS));
}

/** Fetches one after the other of those that nothing else has taken from the same iterator. */
async function fetchAll(links: Iterable<HTMLLinkElement>): Promise<void> {
  for (const { href } of links) await keepInCache(href);
}

/** The links are not put into the page: Firefox judges what they prefetch by `default-src`, which is none, and WebKit prefetches nothing. */
async function keepInCache(href: string): Promise<void> {
  try {
    const response = await fetch(href, { priority: 'low' });
    // A browser may not keep what is not read to its end.
    await response.arrayBuffer();
  } catch {
    // It is fetched when its page is opened.
  }
}

/** Whether the browser is set to fetch only what is needed. */
function savesData(): boolean {
  const connection = 'connection' in navigator ? navigator.connection : undefined;
  return connection instanceof Object && 'saveData' in connection && connection.saveData === true;
}
