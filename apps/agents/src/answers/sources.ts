import type { JsonObject } from '@pks/contracts';
import type { ToolResults } from '../kinds/tool-kind.ts';

/** The most sources of an answer. */
const MOST_SOURCES = 50;
/** The fields of a result that say where in its source it is. */
const PLACE: readonly string[] = ['slug', 'version_number', 'page', 'heading'];

/** The sources of results, in order: each document, artifact and place in it once. A result from neither has no source. */
export function sourcesOf(results: ToolResults): ToolResults {
  const sources = new Map<string, JsonObject>();
  for (const source of results.flatMap(sourceIn)) sources.set(JSON.stringify(source), source);
  return [...sources.values()].slice(0, MOST_SOURCES);
}

function sourceIn(result: JsonObject): readonly JsonObject[] {
  const kind: unknown = result['kind'] ?? 'document';
  const id: unknown = result['id'] ?? result['document_id'];
  const title: unknown = result['title'] ?? result['name'];
  if (typeof kind !== 'string' || typeof id !== 'string' || typeof title !== 'string') return [];
  const place = Object.entries(result).filter(([field]) => PLACE.includes(field));
  return [{ kind, id, title, ...Object.fromEntries(place) }];
}
