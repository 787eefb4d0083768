import { MOST_TEXTS } from '@pks/contracts';
import type { PageQuery } from './page-statement.ts';
import { contains } from './text-conditions.ts';
import type { Finding } from './trigrams.ts';

/** Records with a name and texts, such as a conversation and what was said in it. */
export interface RecordsWithTexts {
  /** The table of the records; `alias` is its name in `conditions`. */
  readonly table: string;
  readonly alias: string;
  /** The conditions of the list, one of which names the project. */
  readonly conditions: readonly string[];
  /** Whether a condition restricts the list to some users' records: the count then reveals nothing about the records of others. */
  readonly isRestricted: boolean;
  /** The column that orders records, the latest first; records of the same time are ordered by `id`. */
  readonly time: string;
  /** The column that counts the texts of a record. */
  readonly count: string;
  /** A view of the records on which an index of `lower(name)` is used. */
  readonly names: string;
  /** The table of the texts, which is `t` in `condition`. */
  readonly texts: string;
  /** A view of the texts on which an index of `lower(content)` is used. */
  readonly contents: string;
  /** The column of a text with the id of its record. */
  readonly record: string;
  /** A condition on `t`; without it, all texts are searched. */
  readonly condition?: string;
}

/**
 * The parts of a list of the records whose name, or one of whose texts, matches `:pattern`, ignoring case. The cost is bounded, because
 * long texts take long to compare: of what the indexes find, `most` names and `most` texts are read, and one more of each. If there are
 * more, the newest records are compared too, as many as have `most` texts together; the count is then a minimum, unless these are all
 * records. In a restricted list, it is a minimum whenever these are not all.
 */
export function textsSearch(
  how: Finding,
  of: RecordsWithTexts,
  most = MOST_TEXTS,
): Pick<PageQuery, 'with' | 'results' | 'total'> {
  const { table, alias: r, time, texts, record } = of;
  const all = of.conditions.join(' AND ');
  const further = of.condition === undefined ? '' : `AND ${of.condition}`;
  const newest = `
    newest AS MATERIALIZED (
      SELECT *, sum(texts) OVER (ORDER BY ${time} DESC, id DESC ROWS UNBOUNDED PRECEDING) - texts AS before
        FROM (SELECT ${r}.id, ${r}.${time}, ${r}.name, ${r}.${of.count} + 1 AS texts FROM ${table} ${r}
               WHERE ${all} ORDER BY ${r}.${time} DESC, ${r}.id DESC LIMIT (SELECT ${most + 1})) counted)`;
  const compared = `
    SELECT id, ${time} FROM newest
     WHERE before < ${most}
       AND (${contains('name')} OR EXISTS (
         SELECT 1 FROM ${texts} t
          WHERE t.project_id = :project_id AND t.${record} = newest.id ${further} AND ${COMPARED} OFFSET 0))`;
  const isMore = `EXISTS (SELECT 1 FROM newest WHERE before >= ${most})`;
  if (how === 'newest') {
    return {
      with: newest,
      results: compared,
      total: `SELECT count(*) AS total, ${isMore} AS is_minimum FROM results`,
    };
  }
  return {
    with: `
    named AS MATERIALIZED (
      SELECT id FROM ${of.names}
       WHERE project_id = :project_id AND ${contains('name')} LIMIT (SELECT ${most + 1})),
    said AS MATERIALIZED (
      SELECT t.${record} AS id FROM ${of.contents} t
       WHERE t.project_id = :project_id AND ${contains('t.content')} ${further} LIMIT (SELECT ${most + 1})),
    reading AS MATERIALIZED (
      SELECT greatest((SELECT count(*) FROM named), (SELECT count(*) FROM said)) > ${most} AS is_cut),
    ${newest}`,
    results: `
    SELECT ${r}.id, ${r}.${time} FROM ${table} ${r}
     WHERE ${all} AND ${r}.id = ANY (ARRAY(SELECT id FROM named UNION SELECT id FROM said))
     UNION
    ${compared} AND (SELECT is_cut FROM reading)`,
    total: `
    SELECT count(*) AS total, ${of.isRestricted ? isMore : `CASE WHEN (SELECT is_cut FROM reading) THEN ${isMore} ELSE false END`} AS is_minimum
      FROM results`,
  };
}

/** Compares unchanged texts first, because folding the case of a text takes longer. */
const COMPARED = `(t.content LIKE lower(:pattern) OR ${contains('t.content')})`;
