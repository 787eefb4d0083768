import { type Field, type MessageClass } from '@pks/contracts';
import { Invalid, Parser, fromText } from '@pks/platform/process';
import { LRUCache } from 'lru-cache';
import { isPlainText } from './json-text.ts';

/** The parsed query of a request. */
export interface Query {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The page's limit; NaN if the route is not a list. */
  readonly limit: number;
  readonly offset: number;
  /** The parameters other than `limit` and `offset`, for links to other pages; ends in `&` or is empty. */
  readonly others: string;
}

/** How many parsed queries are cached for each route. */
const MAX_CACHED = 1_000;
const MAX_CACHED_LENGTH = 256;

/** Parses the queries of one route. Unknown, repeated and malformed parameters are refused by name. */
export class QueryReader {
  private readonly parser: Parser<object>;
  private readonly byName: ReadonlyMap<string, Field>;
  private withoutQuery: Query | undefined;
  /** Created with the first query: the cache allocates its memory at once, and most routes get no queries. */
  private cached: LRUCache<string, Query> | undefined;

  constructor(message: MessageClass, fields: readonly Field[]) {
    this.parser = Parser.of(message, fields);
    this.byName = new Map(fields.map((field) => [field.name, field]));
  }

  /** @throws Invalid keyed to each parameter that breaks its rule. */
  read(text: string): Query {
    if (text === '') return (this.withoutQuery ??= this.parse(text));
    const cached = this.cached?.get(text);
    if (cached) return cached;
    const query = this.parse(text);
    if (text.length <= MAX_CACHED_LENGTH) this.remember(text, query);
    return query;
  }

  private remember(text: string, query: Query): void {
    this.cached ??= new LRUCache<string, Query>({ max: MAX_CACHED });
    this.cached.set(text, query);
  }

  private parse(text: string): Query {
    const given = new Map<string, unknown>();
    const others = new URLSearchParams();
    for (const [name, value] of new URLSearchParams(text)) {
      if (given.has(name)) throw Invalid.field(name, 'This parameter may be given once only.');
      if (!isPlainText(value) || value.includes('\uFFFD'))
        throw Invalid.field(name, 'Must be a valid string.');
      const field = this.byName.get(name);
      given.set(name, field ? fromText(field, value) : value);
      if (name !== 'limit' && name !== 'offset') others.append(name, value);
    }
    const fields: Record<string, unknown> = { ...this.parser.parse(Object.fromEntries(given)) };
    return {
      fields,
      limit: Number(fields['limit']),
      offset: Number(fields['offset']),
      others: others.size > 0 ? `${others.toString()}&` : '',
    };
  }
}

/** The query of a URL, unchanged. */
export function queryText(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}
