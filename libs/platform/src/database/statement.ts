import type { QueryConfig } from 'pg';
import { readers } from './values.ts';

/** The values of a statement: by number, or by name if its text names them; other properties are ignored. */
export type StatementValues = readonly unknown[] | object;

/** A query that PostgreSQL prepares once per connection, with the types of its rows and its values. */
export interface Statement<Row, Values extends object = StatementValues> {
  readonly name: string;
  /** With the parameters `$1`, `$2`, … */
  readonly text: string;
  /** The names of the parameters, in the order of their numbers; empty if the text numbers them itself. */
  readonly parameters: readonly string[];
  /** How to read its rows. */
  readonly types: typeof readers;
  /** Never set: these carry the types. */
  readonly row?: Row;
  readonly values?: Values;
}

/** A named parameter, not a cast (`::text`) or a slice (`a[1:n]`). */
const PARAMETER = /(?<![:\w]):([a-z_]\w*)/g;

/**
 * Joins the row of a table with a key (`s.project_id = :project AND s.id = wanted.id`), looked up for each row before it. In a plan for any values, where most
 * projects have few rows, the planner would read all rows of a project instead; `OFFSET 0` prevents that. An index in another order that also has the columns
 * of the key may look as good as the right one, so give such an index a condition that the look-up does not have.
 */
export function lookedUp(
  table: string,
  alias: string,
  key: string,
  join: 'JOIN' | 'LEFT JOIN' = 'JOIN',
): string {
  return `${join} LATERAL (SELECT ${alias}.* FROM ${table} ${alias} WHERE ${key} OFFSET 0) ${alias} ON true`;
}

/** The columns that a statement selects, each with the expression that it is read from. */
export function selected(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([column, expression]) => `${expression} AS ${column}`)
    .join(', ');
}

/**
 * Declares a prepared statement. Its text names its parameters (`WHERE project_id = :project_id`) or numbers them (`$1`).
 * A name belongs to one text: PostgreSQL refuses a second text under the same name. Rows contain timestamps as the API
 * writes them and `bigint` as numbers.
 * @throws Error for a text that does both.
 */
export function statement<Row, Values extends object = StatementValues>(
  name: string,
  text: string,
): Statement<Row, Values> {
  const parameters = [...new Set(Array.from(text.matchAll(PARAMETER), ([, parameter]) => parameter ?? ''))];
  if (parameters.length === 0) return { name, text, parameters, types: readers };
  if (/\$\d/.test(text)) throw new Error(`${name} names some parameters and numbers others.`);
  const numbered = text.replace(PARAMETER, (_, parameter: string) => `$${parameters.indexOf(parameter) + 1}`);
  return { name, text: numbered, parameters, types: readers };
}

/**
 * A statement with its values, for `pg`. It inherits all but the values, because `pg` copies each own property of each query.
 * @throws Error if a value that the statement names is missing.
 */
export function queryOf(statement: Statement<unknown>, values: StatementValues): QueryConfig {
  const query = Object.create(statement) as QueryConfig;
  query.values = orderedValues(statement, values);
  return query;
}

/** The values of a statement in the order of its parameters. @throws Error if a value that the statement names is missing. */
function orderedValues({ name, parameters }: Statement<unknown>, values: StatementValues): unknown[] {
  const isNumbered = Array.isArray(values);
  if (isNumbered !== (parameters.length === 0))
    throw new Error(`${name} needs its values by ${isNumbered ? 'name' : 'number'}.`);
  if (isNumbered) return [...(values as readonly unknown[])];
  return parameters.map((parameter) => {
    if (!(parameter in values)) throw new Error(`${name} needs a value for :${parameter}.`);
    return Reflect.get(values, parameter) as unknown;
  });
}
