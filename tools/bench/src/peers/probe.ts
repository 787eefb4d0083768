import { POINTS, type PeerRequests } from './peer.ts';

const PAGE = 20;

/**
 * Verifies that a contender does what is measured: each request succeeds with a response that states its length, and a list returns a
 * whole page.
 */
export async function probe(origin: string, token: string, requests: PeerRequests): Promise<void> {
  for (const point of POINTS) {
    const request = requests[point].at(-1);
    if (!request) throw new Error(`there is nothing to send for ${point}`);
    const response = await fetch(origin + request.path, {
      method: request.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: request.body ?? null,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${point} is answered with ${response.status}: ${text}`);
    if (response.headers.get('content-length') === null)
      throw new Error(`${point} is answered without a length`);
    if (point === 'list' && rowsIn(text) !== PAGE) throw new Error(`a list has ${rowsIn(text)} rows`);
  }
  const unauthorized = await fetch(origin + (requests.list.at(-1)?.path ?? ''));
  await unauthorized.body?.cancel();
  if (unauthorized.ok) throw new Error('it answers without a credential');
}

/** The number of rows in a list. */
export function rowsIn(text: string): number {
  const { results, data } = JSON.parse(text) as { readonly results?: unknown[]; readonly data?: unknown[] };
  return (results ?? data ?? []).length;
}
