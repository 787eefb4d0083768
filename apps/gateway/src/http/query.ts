import { type Field, type MessageClass } from '@pks/contracts';
import { Invalid, Parser, fromText } from '@pks/platform/process';
import { LRUCache } from 'lru-cache';
import { isPlainText } from './json-text.ts';

/** A route's query, read. */
export interface Query {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Of a page; not numbers where the route is no list. */
  readonly limit: number;
  readonly offset: number;
  /** The parameters other than `limit` and `offset` as they were sent, for links to other pages; ends in `&` or is empty. */
  readonly others: string;
}

/** Remembers this many different queries a route: a query means the same each time. */
const REMEMBERED = 1_000;
const REMEMBERED_LENGTH = 256;

/** Reads the query of one route; unknown, repeated and malformed parameters are refused by name. */
export class QueryReader {
  private readonly parser: Parser<object>;
  private readonly byName: ReadonlyMap<string, Field>;
  private readonly known = new LRUCache<string, Query>({ max: REMEMBERED });

  constructor(message: MessageClass, fields: readonly Field[]) {
    this.parser = Parser.of(message, fields);
    this.byName = new Map(fields.map((field) => [field.name, field]));
  }

  /** @throws Invalid keyed to each parameter that breaks its rule. */
  read(text: string): Query {
    const known = this.known.get(text);
    if (known) return known;
    const query = this.parse(text);
    if (text.length <= REMEMBERED_LENGTH) this.known.set(text, query);
    return query;
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

/** The query of an address, as it was sent. */
export function queryText(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}
