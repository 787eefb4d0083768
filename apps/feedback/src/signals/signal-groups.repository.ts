import { Injectable } from '@nestjs/common';
import type { ListSignalGroups, SignalGroup } from '@pks/contracts';
import { Database, JsonPage, NotPossible, statement } from '@pks/platform';
import { LargePages } from './large-pages.ts';
import { type GroupRow, groupsJson } from './signal-group-row.ts';
import { SLICE_BYTES, SignalPages } from './signal-pages.ts';
import { signalJson } from './signal-row.ts';
import { type Whose, givenBy, patternOf, searched } from './signal-search.ts';

/** So many signals of a group are shown. */
const SHOWN = 100;

/** More than this is not answered at once. Bytes. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A signal without a conversation is a group of its own. */
const KEY = 'coalesce(s.conversation_id, s.id)';

/** `$1` project, `$2` status or null, `$3` limit, `$4` offset, `$5` whose, or the pattern of a search and then whose. */
function grouping(whose: Whose, isSearched: boolean) {
  const own = givenBy(whose, isSearched ? '$6' : '$5');
  const matching = isSearched ? `AND ${KEY} IN (${searched(`SELECT ${KEY}`, own, '$5')})` : '';
  return statement<GroupRow & { total: number }>(
    `signal_groups_${whose}${isSearched ? '_search' : ''}`,
    `WITH groups AS MATERIALIZED (
       SELECT ${KEY} AS key, max(s.updated_at) AS newest,
              count(*) FILTER (WHERE s.status = 'to_review') AS to_review_count,
              count(*) FILTER (WHERE s.status = 'reviewed') AS reviewed_count,
              count(*) FILTER (WHERE s.status = 'dismissed') AS dismissed_count
         FROM signals s WHERE s.project_id = $1 ${own} ${matching}
        GROUP BY ${KEY}),
     asked AS MATERIALIZED (
       SELECT * FROM groups
        WHERE CASE $2::text WHEN 'to_review' THEN to_review_count > 0
                            WHEN 'reviewed' THEN to_review_count = 0 ELSE true END),
     page AS (SELECT * FROM asked ORDER BY newest DESC, key DESC LIMIT $3 OFFSET $4)
     SELECT counted.total, page.key, page.to_review_count, page.reviewed_count, page.dismissed_count, shown.*
       FROM (SELECT count(*) AS total FROM asked) counted
       LEFT JOIN page ON true
       LEFT JOIN LATERAL (
         SELECT s.id, s.size, s.conversation_id, s.conversation_title, s.updated_at FROM signals s
          WHERE s.project_id = $1 ${own} AND ${KEY} = page.key
          ORDER BY s.updated_at DESC, s.id DESC LIMIT ${SHOWN}) shown ON true
      ORDER BY page.newest DESC, page.key DESC, shown.updated_at DESC, shown.id DESC`,
  );
}

const GROUPINGS = {
  all: { plain: grouping('all', false), searched: grouping('all', true) },
  own: { plain: grouping('own', false), searched: grouping('own', true) },
} as const;

/** Lists signals by their conversations. */
@Injectable()
export class SignalGroupsRepository {
  constructor(
    private readonly database: Database,
    private readonly pages: SignalPages,
    private readonly largePages: LargePages,
  ) {}

  /** Groups of everybody's signals, or of those that one has given. @throws NotPossible for a page that is too large. */
  async list(asked: ListSignalGroups, only: string | null): Promise<JsonPage<SignalGroup>> {
    const { project_id, status = null, search, limit, offset } = asked;
    const { plain, searched: found } = GROUPINGS[only === null ? 'all' : 'own'];
    const values = [project_id, status, limit, offset];
    const whose = only === null ? [] : [only];
    const rows =
      search === ''
        ? await this.database.rows(plain, [...values, ...whose])
        : await this.database.rows(found, [...values, patternOf(search), ...whose]);
    const groups = rows.filter(({ key }) => key !== null);
    const bytes = groups.reduce((sum, { size }) => sum + (size ?? 0), 0);
    if (bytes > MOST_BYTES) {
      throw new NotPossible('These groups are too large for one answer: ask for fewer with `limit`.');
    }
    const total = rows[0]?.total ?? 0;
    const make = async (): Promise<Buffer> =>
      Buffer.from(groupsJson(groups, await this.signalsOf(project_id, groups)));
    return bytes > SLICE_BYTES ? this.largePages.page(total, bytes, make) : new JsonPage(total, await make());
  }

  /** The JSON of the signals that are shown, by their ids. */
  private async signalsOf(projectId: string, groups: readonly GroupRow[]): Promise<Map<string, string>> {
    const ids = groups.flatMap(({ id }) => (id === null ? [] : [id]));
    const signals = new Map<string, string>();
    for await (const rows of this.pages.slicesOf(projectId, ids)) {
      for (const row of rows) signals.set(row.id, signalJson(row));
    }
    return signals;
  }
}
