import { Injectable } from '@nestjs/common';
import { type ListSignals, SENTIMENTS, SIGNAL_STATUSES, type Signal } from '@pks/contracts';
import { Database, type JsonPage, statement } from '@pks/platform';
import { sentimentsAsked } from './sentiments.ts';
import { EVERYBODY } from './signal-count.entity.ts';
import { type Listed, SignalPages, WITHIN_SLICE } from './signal-pages.ts';
import { PARTICIPANTS, ROW } from './signal-row.ts';
import { shortListing } from './signal-short-pages.ts';
import { type Whose, givenBy, patternOf, searched } from './signal-search.ts';

const ORDER = 'updated_at DESC, id DESC';

/** Kept counts: `$2` statuses, `$3` sentiments, `$6` whose. */
const KEPT_TOTAL = `
  SELECT coalesce(sum(count), 0)::bigint AS total FROM signal_counts
   WHERE project_id = $1 AND holder_id = $6 AND status = ANY ($2::text[]) AND sentiment = ANY ($3::text[])`;

/** `$1` is the project, `$4` the limit, `$5` the offset. The rows of a page that is large come later: of those there is only the id here. */
function listing(name: string, found: string, total: string) {
  return statement<Listed>(
    name,
    `WITH ${found},
     page AS MATERIALIZED (SELECT * FROM found ORDER BY ${ORDER} LIMIT $4::bigint OFFSET $5::bigint),
     counted AS (${total}),
     slots AS (SELECT page.*, ${WITHIN_SLICE} FROM page)
     SELECT counted.total, slots.id AS slot, slots.size, ${ROW}
       FROM counted
       LEFT JOIN slots ON true
       LEFT JOIN signals s ON s.project_id = $1 AND s.id = slots.id AND slots.is_within ${PARTICIPANTS}
      ORDER BY slots.updated_at DESC, slots.id DESC`,
  );
}

/** In the order of an index, from the first result on. */
function unfiltered(whose: Whose) {
  const found = `found AS (
    SELECT s.id, s.updated_at, s.size FROM signals s WHERE s.project_id = $1 ${givenBy(whose, '$6')}
     ORDER BY s.updated_at DESC, s.id DESC LIMIT $4::bigint + $5::bigint)`;
  return listing(`signals_list_${whose}`, found, KEPT_TOTAL);
}

/** Each status and sentiment is a stretch of an index in the list's order. */
function filtered(whose: Whose) {
  const found = `found AS (
    SELECT s.id, s.updated_at, s.size
      FROM unnest($2::text[]) status CROSS JOIN unnest($3::text[]) sentiment
     CROSS JOIN LATERAL (
       SELECT s.id, s.updated_at, s.size FROM signals s
        WHERE s.project_id = $1 ${givenBy(whose, '$6')} AND s.status = status.status AND s.sentiment = sentiment.sentiment
        ORDER BY s.updated_at DESC, s.id DESC LIMIT $4::bigint + $5::bigint) s)`;
  return listing(`signals_filtered_${whose}`, found, KEPT_TOTAL);
}

/** `$6` is a pattern, `$7` whose. What the trigram indexes find is ordered and counted. */
function found(whose: Whose) {
  const filters = `${givenBy(whose, '$7')} AND s.status = ANY ($2::text[]) AND s.sentiment = ANY ($3::text[])`;
  const query = searched('SELECT s.id, s.updated_at, s.size', filters, '$6');
  const total = 'SELECT count(*) AS total FROM found';
  return listing(`signals_search_${whose}`, `found AS MATERIALIZED (${query})`, total);
}

const LISTINGS = {
  all: { unfiltered: unfiltered('all'), filtered: filtered('all'), found: found('all') },
  own: { unfiltered: unfiltered('own'), filtered: filtered('own'), found: found('own') },
} as const;

/** Lists signals. */
@Injectable()
export class SignalListsRepository {
  constructor(
    private readonly database: Database,
    private readonly pages: SignalPages,
  ) {}

  /** Everybody's, or those that one has given, most recently updated first. */
  async list(asked: ListSignals, only: string | null): Promise<JsonPage<Signal>> {
    const rows = await this.rowsOf(asked, only);
    return this.pages.of(asked.project_id, rows[0]?.total ?? 0, rows);
  }

  private rowsOf(asked: ListSignals, only: string | null): Promise<Listed[]> {
    const { project_id, status, search, limit, offset } = asked;
    const statuses = status === undefined ? SIGNAL_STATUSES : [status];
    const sentiments = sentimentsAsked(asked);
    const isFiltered = statuses.length < SIGNAL_STATUSES.length || sentiments.length < SENTIMENTS.length;
    const whose = only === null ? 'all' : 'own';
    const short = search === '' && !isFiltered ? shortListing(whose, asked) : undefined;
    const holder = only ?? EVERYBODY;
    if (short) return this.database.rows(short, [project_id, holder, limit, offset]);
    const page = [project_id, statuses, sentiments, limit, offset];
    const { unfiltered, filtered, found } = LISTINGS[whose];
    if (search === '') return this.database.rows(isFiltered ? filtered : unfiltered, [...page, holder]);
    const own = only === null ? [] : [only];
    return this.database.rows(found, [...page, patternOf(search), ...own]);
  }
}
