import { Injectable } from '@nestjs/common';
import {
  BLANK,
  type Caller,
  type FoundCount,
  INTERVIEW_STATUSES,
  type InterviewStatus,
  type InterviewSummary,
  type ListInterviews,
  type Page,
  isProjectAdmin,
} from '@pks/contracts';
import {
  Database,
  type Finding,
  Invalid,
  type PageQuery,
  type RecordsWithTexts,
  containing,
  madeOnce,
  pageOf,
  pageStatement,
  textsSearch,
} from '@pks/platform';
import { SUMMARY, SUMMARY_JOINS, type SummaryRow, summaryOf } from './interview-row.ts';

/** The values of the statements below; each statement uses those that it names. */
interface Wanted {
  readonly project_id: string;
  readonly user: string;
  readonly statuses: readonly InterviewStatus[];
  readonly campaign: string | null;
  readonly type: string | null;
  readonly pattern: string;
  readonly limit: number;
  readonly offset: number;
}

const CONDITION_NAMES = ['visible', 'mine', 'status', 'campaign', 'type'] as const;
type Condition = (typeof CONDITION_NAMES)[number];

/** The conditions of a list, on the interview `i`. */
const CONDITIONS: Readonly<Record<Condition, string>> = {
  visible: '(i.assigned_to_id = :user::uuid OR i.created_by_id = :user::uuid)',
  mine: 'i.assigned_to_id = :user::uuid',
  status: 'i.status = ANY (:statuses::text[])',
  campaign: 'i.campaign_id = :campaign::uuid',
  type: 'i.type = :type::text',
};

const TEXTS = {
  table: 'interviews',
  alias: 'i',
  time: 'created_at',
  count: 'message_count',
  names: 'searchable_interviews',
  texts: 'interview_entries',
  contents: 'searchable_entries',
  record: 'interview_id',
};

/** Stored totals of the lists with exactly these conditions; the results of any other list are counted. */
const STORED_TOTALS: Readonly<Record<string, string>> = {
  '': 'pending + in_progress + completed + none',
  status: ['pending', 'in_progress', 'completed']
    .map((status) => `CASE WHEN '${status}' = ANY (:statuses::text[]) THEN ${status} ELSE 0 END`)
    .join(' + '),
};

const ORDER = 'created_at DESC, id DESC';
const FIRST_ONES = `ORDER BY ${ORDER} LIMIT :limit::bigint + :offset::bigint`;

/** The condition `visible` in parts, for each of which an index has the interviews in the order of the list. */
const VISIBLE_IN_ORDER = [
  'i.assigned_to_id = :user::uuid',
  'i.created_by_id = :user::uuid AND i.assigned_to_id IS DISTINCT FROM :user',
];

function listing(conditions: readonly Condition[], finding: Finding | null) {
  const name = [...conditions, ...(finding === null ? [] : ['text', finding])].join('_');
  return pageStatement<SummaryRow, Wanted>(`interviews_list_${name}`, {
    ...(finding === null ? resultsOf(conditions) : textsSearch(finding, searched(conditions))),
    order: ORDER,
    show: `SELECT ${SUMMARY} FROM interviews i ${SUMMARY_JOINS} WHERE i.project_id = :project_id AND i.id = page.id`,
  });
}

/** The interviews to search, with these conditions. */
function searched(conditions: readonly Condition[]): RecordsWithTexts {
  const isRestricted = conditions.some((one) => one === 'visible' || one === 'mine');
  return { ...TEXTS, conditions: allOf(conditions.map((one) => CONDITIONS[one])), isRestricted };
}

function resultsOf(conditions: readonly Condition[]): Pick<PageQuery, 'results' | 'total' | 'indexed'> {
  const parts = conditions.map((condition) => CONDITIONS[condition]);
  const results = `SELECT i.id, i.created_at ${from(parts)}`;
  const stored = STORED_TOTALS[conditions.join('_')];
  if (stored !== undefined) {
    const total = `SELECT coalesce(sum(${stored}), 0)::bigint AS total FROM interview_totals WHERE project_id = :project_id`;
    return { results, total, indexed: true };
  }
  if (!conditions.includes('visible')) return { results, indexed: true };
  const others = parts.filter((part) => part !== CONDITIONS.visible);
  const first = VISIBLE_IN_ORDER.map(
    (visible) => `(SELECT i.id, i.created_at ${from([visible, ...others])} ${FIRST_ONES})`,
  );
  return { results: first.join(' UNION ALL '), total: `SELECT count(*) AS total ${from(parts)}` };
}

function from(conditions: readonly string[]): string {
  return `FROM interviews i WHERE ${allOf(conditions).join(' AND ')}`;
}

function allOf(conditions: readonly string[]): readonly string[] {
  return ['i.project_id = :project_id', ...conditions];
}

const listingOf = madeOnce(listing);

/** Lists interviews. */
@Injectable()
export class InterviewListsRepository {
  constructor(private readonly database: Database) {}

  /** The interviews that the caller may see, newest first. @throws Invalid keyed to `status` for a word that is not a status. */
  async list(request: ListInterviews, caller: Caller): Promise<Page<InterviewSummary> & FoundCount> {
    const { project_id, text, limit, offset, campaign = null, type = null } = request;
    const statuses = statusesIn(request.status);
    const listed = listingOf(conditionsOf(request, statuses, caller), this.database.findingOf(text));
    const pattern = containing(text);
    const wanted = { project_id, user: caller.user_id, statuses, campaign, type, pattern, limit, offset };
    const { results, ...counted } = pageOf(await this.database.rows(listed, wanted));
    return { ...counted, results: results.map(summaryOf) };
  }
}

function conditionsOf(
  { assigned_to, campaign, type }: ListInterviews,
  statuses: readonly InterviewStatus[],
  caller: Caller,
): readonly Condition[] {
  const isRestricted = {
    visible: assigned_to === undefined && !isProjectAdmin(caller),
    mine: assigned_to === 'me',
    status: statuses.length > 0,
    campaign: campaign !== undefined,
    type: type !== undefined,
  } satisfies Record<Condition, boolean>;
  return CONDITION_NAMES.filter((condition) => isRestricted[condition]);
}

function statusesIn(text: string): readonly InterviewStatus[] {
  const words = text.split(',').map((word) => word.trim());
  const named = words.filter((word) => word !== '');
  if (named.length === 0 && text !== '') throw Invalid.field('status', BLANK);
  return [...new Set(named)].map((word) => {
    const status = INTERVIEW_STATUSES.find((known) => known === word);
    if (!status) throw Invalid.field('status', `"${word}" is not a valid choice.`);
    return status;
  });
}
