import type { Made, Place } from './place.ts';

/** A request to a place; its path is relative to the tenant unless it begins with a slash. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

/** A measured request: the nth of its kind. */
export interface Endpoint {
  readonly name: string;
  readonly ask: (place: Place, nth: number) => Asked;
  /** Unmeasured requests that have to precede it. */
  readonly before?: (place: Place, nth: number) => readonly Asked[];
  /** The kind of object that it creates, which is kept for later requests. */
  readonly makes?: Made;
  /** True for a slow request, which is repeated less often. */
  readonly isDear?: boolean;
}

/** A GET; its name is the path by default. */
export function reading(path: string | ((place: Place, nth: number) => string), name?: string): Endpoint {
  const pathOf = typeof path === 'string' ? () => path : path;
  return {
    name: name ?? String(path),
    ask: (place, nth) => ({ method: 'GET', path: pathOf(place, nth) }),
  };
}

/** Sends a request; returns the duration of the answer in milliseconds, and its content. */
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

/** The part of an answer by which the created object is addressed. */
export function addressIn(answer: unknown): string {
  if (Array.isArray(answer)) return addressIn(answer[0]);
  if (typeof answer !== 'object' || answer === null) return '';
  if ('slug' in answer) return String(answer.slug);
  return 'id' in answer ? String(answer.id) : '';
}
