import type { Page } from '@pks/contracts';
import pg from 'pg';

/** A query that PostgreSQL prepares once a connection; `Row` is what it gives. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  /** Never set: it carries the type. */
  readonly row?: Row;
}

/** Names a query for reuse. Rows come with timestamps as API texts and `bigint` as numbers. */
export function statement<Row>(name: string, text: string): Statement<Row> {
  return { name, text };
}

const TIMESTAMPTZ = 1184;
const BIGINT = 20;

/** Turns `2026-11-21 10:20:30.5+00`, PostgreSQL's text in the session's UTC, into the API's `2026-11-21T10:20:30.500Z`. */
export function apiTime(text: string): string {
  const end = text.indexOf('+', 19);
  const fraction = text.slice(20, end).padEnd(3, '0').slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}

/** Column readers of prepared statements. */
export const readers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === TIMESTAMPTZ) return apiTime;
    if (oid === BIGINT) return Number;
    return pg.types.getTypeParser(oid, format) as (text: string) => unknown;
  },
};

/** The page that rows of a listing make: each has the `total`, and without results there is one row of nothing else. */
export function pageOf<Row extends { total: number }>(rows: readonly Row[]): Page<Omit<Row, 'total'>> {
  const results = rows.flatMap(({ total: _total, ...item }) =>
    'id' in item && item.id !== null ? [item] : [],
  );
  return { count: rows[0]?.total ?? 0, results };
}
