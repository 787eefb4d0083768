import type { JsonObject } from '@pks/contracts';
import type { ToolResults } from '../kinds/tool-kind.ts';

/** An answer has no more sources. */
const MOST_SOURCES = 50;
/** What of a result says where it is from. */
const PLACE: readonly string[] = ['slug', 'version_number', 'page', 'heading'];

/** Where results are from: each document, artifact and place in it once, in their order. What is from neither has no source. */
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
