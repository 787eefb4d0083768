import type { Made, Place } from './place.ts';

/** A request of a place; its path is one of the tenant unless it begins with a slash. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

/** A request that is measured: the nth of its kind. */
export interface Endpoint {
  readonly name: string;
  readonly ask: (place: Place, nth: number) => Asked;
  /** What has to be done before, without being measured. */
  readonly before?: (place: Place, nth: number) => readonly Asked[];
  /** What its answer describes is kept for others. */
  readonly makes?: Made;
  /** Takes long: it is repeated less often. */
  readonly isDear?: boolean;
}

/** A GET; the name is its path unless it is given. */
export function reading(path: string | ((place: Place, nth: number) => string), name?: string): Endpoint {
  const pathOf = typeof path === 'string' ? () => path : path;
  return {
    name: name ?? String(path),
    ask: (place, nth) => ({ method: 'GET', path: pathOf(place, nth) }),
  };
}

/** Sends a request and returns how long the answer took, in milliseconds, and what it says. */
export async function send({ grown }: Place, { method, path, body }: Asked): Promise<[number, unknown]> {
  const base = path.startsWith('/') ? grown.baseUrl : `${grown.baseUrl}/projects/${grown.tenant}/`;
  const headers = { authorization: `Bearer ${grown.token}`, 'content-type': 'application/json' };
  const options = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  const began = performance.now();
  const response = await fetch(base + path, body ? options : { method, headers: bearerOf(headers) });
  const text = await response.text();
  const took = performance.now() - began;
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status} ${text}.`);
  return [took, text === '' ? null : JSON.parse(text)];
}

function bearerOf({ authorization }: { readonly authorization: string }): Record<string, string> {
  return { authorization };
}

/** By what of its answer something is addressed. */
export function addressIn(answer: unknown): string {
  if (Array.isArray(answer)) return addressIn(answer[0]);
  if (typeof answer !== 'object' || answer === null) return '';
  if ('slug' in answer) return String(answer.slug);
  return 'id' in answer ? String(answer.id) : '';
}
