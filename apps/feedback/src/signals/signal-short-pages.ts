import type { ListSignals } from '@pks/contracts';
import { type Statement, statement } from '@pks/platform';
import type { Listed } from './signal-pages.ts';
import { COLUMNS } from './signal-row.ts';
import { type Whose, givenBy } from './signal-search.ts';

/** Pages of no more signals, after skipping no more than that, without a filter: those that are asked for most, small whatever they hold. */
const SHORT = { limit: 50, offset: 1_000 };

const newest = (columns: string, whose: Whose, most: number): string =>
  `SELECT ${columns} FROM signals s WHERE s.project_id = $1 ${givenBy(whose, '$2')}
    ORDER BY s.updated_at DESC, s.id DESC LIMIT ${most}`;

/**
 * `$3` is the limit, `$4` the offset. A limit that PostgreSQL sees makes it plan anew for each value, which costs more than
 * such a page: so these are values that it does not see, under one that is always the same.
 */
const asked = (rows: string): string =>
  `SELECT * FROM (${rows}) newest
    ORDER BY newest.updated_at DESC, newest.id DESC LIMIT (SELECT $3::bigint) OFFSET (SELECT $4::bigint)`;

const email = (user: string): string =>
  `(SELECT email FROM participants WHERE project_id = $1 AND user_id = page.${user}_id)`;

/** `$1` is the project, `$2` whose. */
function listing(name: string, page: string) {
  return statement<Listed>(
    name,
    `SELECT counted.total, NULL AS slot, page.*, ${email('given_by')} AS given_by_email,
            CASE WHEN page.reviewed_by_id IS NOT NULL THEN ${email('reviewed_by')} END AS reviewed_by_email
       FROM (SELECT coalesce(sum(count), 0)::bigint AS total FROM signal_counts
              WHERE project_id = $1 AND holder_id = $2) counted
       LEFT JOIN LATERAL (${page}) page ON true
      ORDER BY page.updated_at DESC, page.id DESC`,
  );
}

function first(whose: Whose) {
  return listing(`signals_first_${whose}`, asked(newest(COLUMNS, whose, SHORT.limit)));
}

/** Of what is skipped, only the index is read. */
function following(whose: Whose) {
  const slots = asked(newest('s.id, s.updated_at', whose, SHORT.limit + SHORT.offset));
  const page = `
    SELECT ${COLUMNS} FROM (${slots}) slots
     CROSS JOIN LATERAL (SELECT * FROM signals WHERE project_id = $1 AND id = slots.id OFFSET 0) s`;
  return listing(`signals_following_${whose}`, page);
}

const LISTINGS = {
  all: { first: first('all'), following: following('all') },
  own: { first: first('own'), following: following('own') },
} as const;

/** The statement for a short page; undefined for any other. Its values are the project, whose, the limit and the offset. */
export function shortListing(
  whose: Whose,
  { limit, offset }: Pick<ListSignals, 'limit' | 'offset'>,
): Statement<Listed> | undefined {
  if (limit > SHORT.limit || offset > SHORT.offset) return undefined;
  return offset === 0 ? LISTINGS[whose].first : LISTINGS[whose].following;
}
