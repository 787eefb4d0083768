import { Injectable } from '@nestjs/common';
import type { ListSignalGroups, SignalGroup } from '@pks/contracts';
import {
  Database,
  JsonPage,
  LargePages,
  NotPossible,
  SLICE_BYTES,
  containing,
  statement,
} from '@pks/platform';
import { SUBMITTED, type Whose, searched } from './signal-conditions.ts';
import { SignalPages } from './signal-pages.ts';
import { signalJson } from './signal-row.ts';

/** At most this many signals of a group are shown. */
const SHOWN = 100;

/** A page with more than this is refused. Bytes. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A signal without a conversation is a group of its own. */
const KEY = 'coalesce(s.conversation_id, s.id)';

/** The values of the statements below; each uses those that it names. */
interface Wanted {
  readonly project: string;
  readonly holder: string | null;
  readonly status: ListSignalGroups['status'];
  readonly pattern: string;
  readonly limit: number;
  readonly offset: number;
}

/** A signal of a group, with the columns of the group. */
interface GroupRow extends Omit<SignalGroup, 'signals'> {
  /** The number of all groups. */
  readonly total: number;
  /** Null where there are no results. */
  readonly key: string | null;
  /** The signal's. */
  readonly id: string | null;
  readonly size: number | null;
}

/** The condition that the holder, who is no admin, may see the conversation `c`. */
const VISIBLE = {
  all: '',
  own: 'AND (c.is_shared OR c.created_by_id = :holder::uuid)',
} as const satisfies Record<Whose, string>;

/** What a list of groups is restricted to. */
interface Kind {
  readonly whose: Whose;
  readonly matching: boolean;
  readonly archived: boolean;
}

function nameOf({ whose, matching, archived }: Kind): string {
  return `signal_groups_${whose}${matching ? '_search' : ''}${archived ? '_archived' : ''}`;
}

/** Conversations are looked up for the groups of the page alone, and only archived ones for all. */
function grouping(kind: Kind) {
  const { whose } = kind;
  const [own, visible] = [SUBMITTED[whose], VISIBLE[whose]];
  const matching = kind.matching ? `AND ${KEY} IN (${searched(`SELECT ${KEY}`, own)})` : '';
  const current = kind.archived
    ? ''
    : `AND NOT EXISTS (SELECT 1 FROM conversations c
                        WHERE c.project_id = :project AND c.id = groups.key AND c.is_archived ${visible})`;
  return statement<GroupRow, Wanted>(
    nameOf(kind),
    `WITH groups AS (
       SELECT ${KEY} AS key, max(s.updated_at) AS newest,
              count(*) FILTER (WHERE s.status = 'to_review') AS to_review_count,
              count(*) FILTER (WHERE s.status = 'reviewed') AS reviewed_count,
              count(*) FILTER (WHERE s.status = 'dismissed') AS dismissed_count
         FROM signals s WHERE s.project_id = :project ${own} ${matching}
        GROUP BY ${KEY}),
     wanted AS MATERIALIZED (
       SELECT * FROM groups
        WHERE CASE :status::text WHEN 'to_review' THEN to_review_count > 0
                                 WHEN 'reviewed' THEN to_review_count = 0 ELSE true END ${current}),
     page AS (SELECT * FROM wanted ORDER BY newest DESC, key DESC LIMIT :limit OFFSET :offset)
     SELECT counted.total, page.key, page.to_review_count, page.reviewed_count, page.dismissed_count,
            shown.id, shown.size, shown.conversation_id,
            coalesce(known.title, shown.conversation_title) AS conversation_title,
            known.created_at AS conversation_created_at, coalesce(known.agent_name, '') AS agent_name,
            coalesce(known.is_archived, false) AS conversation_is_archived
       FROM (SELECT count(*) AS total FROM wanted) counted
       LEFT JOIN page ON true
       LEFT JOIN LATERAL (
         SELECT c.title, c.agent_name, c.created_at, c.is_archived FROM conversations c
          WHERE c.project_id = :project AND c.id = page.key ${visible} LIMIT 1) known ON true
       LEFT JOIN LATERAL (
         SELECT s.id, s.size, s.conversation_id, s.conversation_title, s.updated_at FROM searchable_signals s
          WHERE s.project_id = :project ${own} AND ${KEY} = page.key
          ORDER BY s.updated_at DESC, s.id DESC LIMIT ${SHOWN}) shown ON true
      ORDER BY page.newest DESC, page.key DESC, shown.updated_at DESC, shown.id DESC`,
  );
}

/** Lists signals by their conversations. */
@Injectable()
export class SignalGroupsRepository {
  private readonly groupings = new Map<string, ReturnType<typeof grouping>>();

  constructor(
    private readonly database: Database,
    private readonly pages: SignalPages,
    private readonly largePages: LargePages,
  ) {}

  /** Groups of everybody's signals, or of those of one submitter. @throws NotPossible for a page that is too large. */
  async list(request: ListSignalGroups, submitterId: string | null): Promise<JsonPage<SignalGroup>> {
    const { project_id: project, status, search, include_archived: archived, limit, offset } = request;
    const whose = submitterId === null ? 'all' : 'own';
    const wanted = { project, holder: submitterId, status, pattern: containing(search), limit, offset };
    const rows = await this.database.rows(
      this.groupingOf({ whose, matching: search !== '', archived }),
      wanted,
    );
    const total = rows[0]?.total ?? 0;
    const groups = rows.filter(({ key }) => key !== null);
    const bytes = groups.reduce((sum, { size }) => sum + (size ?? 0), 0);
    if (bytes > MOST_BYTES) {
      throw new NotPossible('These groups are too large for one answer: ask for fewer with `limit`.');
    }
    const make = async (): Promise<Buffer> =>
      Buffer.from(groupsJson(groups, await this.signalsOf(project, groups)));
    if (bytes <= SLICE_BYTES) return new JsonPage(total, await make());
    return this.largePages.page(project, { count: total, bytes }, make);
  }

  private groupingOf(kind: Kind): ReturnType<typeof grouping> {
    const known = this.groupings.get(nameOf(kind)) ?? grouping(kind);
    this.groupings.set(nameOf(kind), known);
    return known;
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

/** The JSON of groups, each of adjacent rows. A conversation without a title of its own has that of its newest signal. */
function groupsJson(rows: readonly GroupRow[], signals: ReadonlyMap<string, string>): string {
  const groups = new Map<string | null, { readonly newest: GroupRow; readonly signals: string[] }>();
  for (const row of rows) {
    const group = groups.get(row.key) ?? { newest: row, signals: [] };
    const signal = signals.get(row.id ?? '');
    if (signal !== undefined) group.signals.push(signal);
    groups.set(row.key, group);
  }
  return `[${[...groups.values()].map((group) => groupJson(group.newest, group.signals)).join(',')}]`;
}

function groupJson(newest: GroupRow, signals: readonly string[]): string {
  const group: Omit<SignalGroup, 'signals'> = {
    conversation_id: newest.conversation_id,
    conversation_title: newest.conversation_title,
    conversation_created_at: newest.conversation_created_at,
    agent_name: newest.agent_name,
    conversation_is_archived: newest.conversation_is_archived,
    to_review_count: newest.to_review_count,
    reviewed_count: newest.reviewed_count,
    dismissed_count: newest.dismissed_count,
  };
  return `${JSON.stringify(group).slice(0, -1)},"signals":[${signals.join(',')}]}`;
}
