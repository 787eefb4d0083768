import { Injectable } from '@nestjs/common';
import type { GroupStatus, ListSignalGroups, SignalGroup } from '@pks/contracts';
import {
  type Counted,
  Database,
  type Finding,
  JsonPage,
  LargePages,
  NotPossible,
  SLICE_BYTES,
  type Slot,
  besideOf,
  containing,
  lookedUp,
  madeOnce,
  statement,
  withinSlice,
} from '@pks/platform';
import { SUBMITTED, type Whose, finding } from './signal-conditions.ts';
import { EVERYBODY } from './signal-count.entity.ts';
import { SignalPages } from './signal-pages.ts';
import { COLUMNS, type SignalRow, signalJson } from './signal-row.ts';

/** At most this many signals of a group are shown, the newest first. In a list of open groups, closed signals are left out before open ones. */
const SHOWN = 100;

/** Larger pages are refused. Bytes. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A signal without a conversation is a group of its own. */
const KEY = 'coalesce(s.conversation_id, s.id)';

/** The values of the statements below; each uses those that it names. */
interface Wanted {
  readonly project: string;
  /** The submitter, or everybody. */
  readonly holder: string;
  readonly pattern: string;
  readonly limit: number;
  readonly offset: number;
}

/** The columns of a group. */
interface GroupColumns extends Omit<SignalGroup, 'signals' | 'conversation_title'> {
  /** Null where there are no results. */
  readonly key: string | null;
  readonly group_title: string;
}

/** A place of a signal in a group, with the columns of the group. */
type GroupRow = GroupColumns & Slot<SignalRow> & Counted;

/** The condition that the holder, who is no admin, may see the conversation `c`. */
const VISIBLE = {
  all: '',
  own: 'AND (c.is_shared OR c.created_by_id = :holder::uuid)',
} as const satisfies Record<Whose, string>;

/**
 * Which groups a list has, by the status in the request, and the column by which it is sorted. The conditions are those of the
 * indexes: a lookup by key has none of them, so that it does not walk over an index in the order of a list.
 */
const LISTED = {
  all: { condition: 'AND g.to_review_count >= 0', isOpen: '', newest: 'newest' },
  to_review: { condition: 'AND g.to_review_count > 0', isOpen: 'AND g.is_open', newest: 'newest_to_review' },
  reviewed: {
    condition: 'AND g.to_review_count = 0',
    isOpen: 'AND NOT g.is_open',
    newest: 'newest_reviewed',
  },
} as const satisfies Record<GroupStatus | 'all', object>;

/** What a list of groups is restricted to. */
interface Kind {
  readonly whose: Whose;
  readonly status: keyof typeof LISTED;
  /** Null without a search. */
  readonly matching: Finding | null;
  readonly archived: boolean;
}

function nameOf({ whose, status, matching, archived }: Kind): string {
  return `signal_groups_${whose}_${status}${matching ? `_search_${matching}` : ''}${archived ? '_archived' : ''}`;
}

const OF_HOLDER = 'g.project_id = :project AND g.holder_id = :holder';
/** The condition that the conversations of `g`, a group or a count of groups, are not archived, as far as the holder may know. */
const CURRENT = 'AND NOT g.is_archived';

/** The groups `g` of these keys, each looked up. */
function groupsOf(keys: string, condition: string): string {
  return `${keys} ${lookedUp('signal_groups', 'g', `${OF_HOLDER} AND g.key = wanted.key`)} ${condition}`;
}

/** The number of groups that a list without a search has. */
function keptTotal({ status, archived }: Kind): string {
  const { isOpen } = LISTED[status];
  return `SELECT coalesce(sum(g.count), 0) AS total FROM signal_group_counts g
           WHERE ${OF_HOLDER} ${isOpen} ${archived ? '' : CURRENT}`;
}

/** The number of groups of the signals that a search found; a minimum if it might find more signals. */
const COUNTED = 'SELECT (SELECT count(*) FROM results) AS total, is_minimum FROM counted';

/** The signals of the group `page` that a list shows. */
function shownOf({ whose, status }: Kind): string {
  const newest = (isOpen: string) => `(
         SELECT s.id, s.size, s.conversation_id, s.conversation_title, s.updated_at, s.status FROM searchable_signals s
          WHERE s.project_id = :project ${SUBMITTED[whose]} AND ${KEY} = page.key ${isOpen}
          ORDER BY s.updated_at DESC, s.id DESC LIMIT ${SHOWN})`;
  if (status !== 'to_review') return newest('');
  return `(SELECT * FROM (${newest("AND s.status = 'to_review'")} UNION ${newest('')}) open_first
          ORDER BY status = 'to_review' DESC, updated_at DESC, id DESC LIMIT ${SHOWN})`;
}

const EMAIL_OF = (user: string): string =>
  `(SELECT email FROM participants WHERE project_id = :project AND user_id = s.${user}_id)`;

const NEWEST_FIRST = 'newest DESC, key DESC, updated_at DESC, id DESC';

/**
 * Conversations are looked up only for the groups of the page. The same statement reads the signals of a page that is not large, so they
 * are of the same moment as the counts of their groups.
 */
function grouping(kind: Kind) {
  const { whose, status } = kind;
  const { condition, newest } = LISTED[status];
  const current = kind.archived ? '' : CURRENT;
  const found =
    kind.matching && `${finding(kind.matching, whose, { select: `${KEY} AS key`, conditions: '' })},`;
  const results = kind.matching
    ? `${groupsOf('(SELECT DISTINCT key FROM found) wanted', condition)} WHERE true ${current}`
    : `signal_groups g WHERE ${OF_HOLDER} ${condition} ${current}`;
  return statement<GroupRow, Wanted>(
    nameOf(kind),
    `WITH ${found ?? ''} results AS ${kind.matching ? 'MATERIALIZED' : 'NOT MATERIALIZED'} (
       SELECT g.key, g.${newest} AS newest, g.to_review_count, g.reviewed_count, g.dismissed_count FROM ${results}),
     page AS MATERIALIZED (SELECT * FROM results ORDER BY newest DESC, key DESC LIMIT :limit OFFSET :offset),
     places AS (
       SELECT page.*, shown.id, shown.size, shown.updated_at, shown.conversation_id,
              coalesce(known.title, shown.conversation_title) AS group_title,
              known.created_at AS conversation_created_at, coalesce(known.agent_name, '') AS agent_name,
              coalesce(known.is_archived, false) AS conversation_is_archived
         FROM page
         LEFT JOIN LATERAL (
           SELECT c.title, c.agent_name, c.created_at, c.is_archived FROM conversations c
            WHERE c.project_id = :project AND c.id = page.key ${VISIBLE[whose]} LIMIT 1) known ON true
         LEFT JOIN LATERAL ${shownOf(kind)} shown ON true),
     slots AS MATERIALIZED (SELECT places.*, ${withinSlice(NEWEST_FIRST)} FROM places)
     SELECT groups.*, slots.key, slots.to_review_count, slots.reviewed_count, slots.dismissed_count,
            slots.conversation_id, slots.group_title, slots.conversation_created_at, slots.agent_name,
            slots.conversation_is_archived, slots.id AS slot, slots.size, ${COLUMNS},
            ${EMAIL_OF('given_by')} AS given_by_email, ${EMAIL_OF('reviewed_by')} AS reviewed_by_email
       FROM (${kind.matching ? COUNTED : keptTotal(kind)}) groups
       LEFT JOIN slots ON true
       ${lookedUp('signals', 's', 's.project_id = :project AND s.id = slots.id AND slots.is_within', 'LEFT JOIN')}
      ORDER BY slots.newest DESC, slots.key DESC, slots.updated_at DESC, slots.id DESC`,
  );
}

const groupingOf = madeOnce(grouping);

/** Lists signals by their conversations. */
@Injectable()
export class SignalGroupsRepository {
  constructor(
    private readonly database: Database,
    private readonly pages: SignalPages,
    private readonly largePages: LargePages,
  ) {}

  /** Groups of everybody's signals, or of those of one submitter. @throws NotPossible for a page that is too large. */
  async list(request: ListSignalGroups, submitterId: string | null): Promise<JsonPage<SignalGroup>> {
    const {
      project_id: project,
      status = 'all',
      search,
      include_archived: archived,
      limit,
      offset,
    } = request;
    const whose = submitterId === null ? 'all' : 'own';
    const wanted = { project, holder: submitterId ?? EVERYBODY, pattern: containing(search), limit, offset };
    const matching = this.database.findingOf(search);
    const listed = groupingOf({ whose, status, matching, archived });
    const rows = await this.database.rows(listed, wanted);
    const [{ total: count } = { total: 0 }] = rows;
    const beside = besideOf(rows[0]);
    const groups = rows.filter(({ key }) => key !== null);
    const bytes = groups.reduce((sum, { size }) => sum + (size ?? 0), 0);
    if (bytes > MOST_BYTES) {
      throw new NotPossible('These groups are too large for one answer: ask for fewer with `limit`.');
    }
    const make = async (): Promise<Buffer> => {
      const signals = await this.signalsOf(project, groups);
      return Buffer.from(groupsJson(groups, signals));
    };
    if (bytes <= SLICE_BYTES) return new JsonPage(count, await make(), undefined, beside);
    return this.largePages.page(project, { count, bytes, beside }, make);
  }

  /** The JSON of the signals that are shown, by their ids. Those of a large page are only read now, without signals deleted meanwhile. */
  private async signalsOf(projectId: string, groups: readonly GroupRow[]): Promise<Map<string, string>> {
    const signals = new Map<string, string>();
    const later: string[] = [];
    for (const row of groups) {
      if (row.id !== null) signals.set(row.id, signalJson(row));
      else if (row.slot !== null) later.push(row.slot);
    }
    for await (const rows of this.pages.slicesOf(projectId, later)) {
      for (const row of rows) signals.set(row.id, signalJson(row));
    }
    return signals;
  }
}

/**
 * The JSON of the groups, each made of adjacent rows, except groups without any signal left. A conversation whose title is unknown gets
 * that of its newest signal.
 */
function groupsJson(rows: readonly GroupRow[], signals: ReadonlyMap<string, string>): string {
  const groups = new Map<string | null, { readonly newest: GroupRow; readonly signals: string[] }>();
  for (const row of rows) {
    const group = groups.get(row.key) ?? { newest: row, signals: [] };
    const signal = signals.get(row.slot ?? '');
    if (signal === undefined) continue;
    group.signals.push(signal);
    groups.set(row.key, group);
  }
  return `[${[...groups.values()].map((group) => groupJson(group.newest, group.signals)).join(',')}]`;
}

function groupJson(newest: GroupRow, signals: readonly string[]): string {
  const group: Omit<SignalGroup, 'signals'> = {
    conversation_id: newest.conversation_id,
    conversation_title: newest.group_title,
    conversation_created_at: newest.conversation_created_at,
    agent_name: newest.agent_name,
    conversation_is_archived: newest.conversation_is_archived,
    to_review_count: newest.to_review_count,
    reviewed_count: newest.reviewed_count,
    dismissed_count: newest.dismissed_count,
  };
  return `${JSON.stringify(group).slice(0, -1)},"signals":[${signals.join(',')}]}`;
}
