import type { JsonObject } from '@pks/contracts';
import { fieldOf } from '@pks/platform';
import { boundedText } from '../kinds/bounded-text.ts';
import { publishedAt } from './published-at.ts';

/** The longest texts of a result. Characters. */
const LONGEST = { title: 500, url: 2_000, snippet: 2_000, engine: 100 } as const;

/** A result of a web search: a page that nobody vouches for. */
export interface FoundPage extends JsonObject {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

/** The pages that a response of SearXNG lists, without results that are not web pages; undefined if it is no such response. */
export function pagesIn(body: string): readonly FoundPage[] | undefined {
  const results = fieldOf(json(body), 'results');
  return Array.isArray(results) ? results.flatMap(pageOf) : undefined;
}

function pageOf(result: unknown): FoundPage[] {
  const url = webAddress(fieldOf(result, 'url'));
  if (url === undefined) return [];
  const [engine, at] = [
    text(result, 'engine', LONGEST.engine),
    publishedAt(fieldOf(result, 'publishedDate')),
  ];
  const page: FoundPage = {
    title: text(result, 'title', LONGEST.title),
    url,
    snippet: text(result, 'content', LONGEST.snippet),
    ...(engine === '' ? {} : { engine }),
    ...(at === undefined ? {} : { published_at: at }),
  };
  return [page];
}

/** An http or https address without credentials; undefined for any other. */
function webAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const { protocol, username, password, href } = new URL(value);
  const isWeb = (protocol === 'http:' || protocol === 'https:') && username + password === '';
  return isWeb && href.length <= LONGEST.url ? href : undefined;
}

function text(result: unknown, name: string, most: number): string {
  const value = fieldOf(result, name);
  return typeof value === 'string' ? boundedText(value.trim(), most) : '';
}

function json(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
