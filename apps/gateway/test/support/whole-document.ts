import type { OpenApi } from './documented.ts';

type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const SHARED = /^#\/components\/(parameters|headers|responses)\/(.+)$/;

/** The document with its shared parameters, headers and responses put where they are used; schemas remain references. */
export function wholeDocument(document: OpenApi): OpenApi {
  return { ...document, paths: whole(document.paths, document.components) as OpenApi['paths'] };
}

function whole(part: unknown, components: Components): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((one) => whole(one, components));
  const [, kind = '', name = ''] = ('$ref' in part && SHARED.exec(String(part.$ref))) || [];
  if (name !== '') return whole(components[kind]?.[name], components);
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, whole(value, components)]));
}
