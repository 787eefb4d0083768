import { Injectable } from '@nestjs/common';
import {
  BLANK,
  type Caller,
  type ConversationItem,
  type FoundCount,
  type ListConversations,
  MOST_TEXTS,
  type Page,
  isProjectAdmin,
} from '@pks/contracts';
import {
  Database,
  type Finding,
  Invalid,
  type Listed,
  type PageQuery,
  type Statement,
  containing,
  madeOnce,
  pageOf,
  pageStatement,
  statement,
  textsSearch,
} from '@pks/platform';
import { ITEM, SETTINGS } from './conversation-row.ts';
import { keysIn } from './tags.ts';

/** The most tags of a project that are shown. */
const MOST_TAGS = 1_000;

interface Wanted {
  readonly project_id: string;
  readonly user: string;
  readonly tags: readonly string[];
  readonly pattern: string;
  readonly limit: number;
  readonly offset: number;
}

const CONDITION_NAMES = ['own', 'current', 'tagged', 'untagged'] as const;
type Condition = (typeof CONDITION_NAMES)[number];

/** The conditions of a list, on the conversation `c`. */
const CONDITIONS: Readonly<Record<Condition, string>> = {
  own: 'c.created_by_id = :user::uuid',
  current: 'c.archived_at IS NULL',
  tagged: 'c.tag_keys && :tags::text[]',
  untagged: `c.tag_keys = '{}'`,
};

/** These read the view: PostgreSQL uses the index of tags there, but not on the table, which has a policy. */
const OF_TAGS: readonly Condition[] = ['tagged', 'untagged'];

/** A search reads the names and all entries but calls of tools, whose text is only the tool's name. */
const TEXTS = {
  table: 'conversations',
  alias: 'c',
  time: 'updated_at',
  count: 'entry_count',
  names: 'searchable_conversations',
  texts: 'conversation_entries',
  contents: 'searchable_entries',
  record: 'conversation_id',
  condition: `t.type <> 'tool_call'`,
};

/** The statement of a list with these conditions; a search reads at most `most` texts. */
export function listing(
  conditions: readonly Condition[],
  finding: Finding | null,
  most = MOST_TEXTS,
): Statement<Listed<ConversationItem>, Wanted> {
  const search = finding === null ? [] : ['text', finding];
  return pageStatement<ConversationItem, Wanted>(
    `conversations_list_${[...conditions, ...search].join('_')}`,
    {
      ...resultsOf(conditions, finding, most),
      order: 'updated_at DESC, id DESC',
      show: `SELECT ${ITEM} FROM conversations c ${SETTINGS} WHERE c.project_id = :project_id AND c.id = page.id`,
    },
  );
}

function resultsOf(
  conditions: readonly Condition[],
  finding: Finding | null,
  most: number,
): Pick<PageQuery, 'with' | 'results' | 'total' | 'indexed'> {
  const all = ['c.project_id = :project_id', ...conditions.map((condition) => CONDITIONS[condition])];
  const isRestricted = conditions.includes('own');
  if (finding !== null) return textsSearch(finding, { ...TEXTS, conditions: all, isRestricted }, most);
  const source = conditions.some((one) => OF_TAGS.includes(one))
    ? 'searchable_conversations'
    : 'conversations';
  return { results: `SELECT c.id, c.updated_at FROM ${source} c WHERE ${all.join(' AND ')}`, indexed: true };
}

/** The distinct tags of the rows `t` that meet a condition. An index finds each tag from the one before, however many conversations there are. */
function differentTags(condition: string): string {
  const first = (further = ''): string => `
    SELECT t.key, t.tag FROM conversation_tags t WHERE ${condition} ${further} ORDER BY t.key, t.tag LIMIT 1`;
  return `
    WITH RECURSIVE found (key, tag, place) AS (
      SELECT first.key, first.tag, 1 FROM (${first()}) first
      UNION ALL
      SELECT later.key, later.tag, found.place + 1
        FROM found CROSS JOIN LATERAL (${first('AND t.key > found.key')}) later
       WHERE found.place < :most)
    SELECT tag FROM found ORDER BY key`;
}

const TAGS = statement<{ tag: string }, { project_id: string; most: number }>(
  'conversations_tags',
  differentTags('t.project_id = :project_id'),
);

const OWN_TAGS = statement<{ tag: string }, { project_id: string; user: string; most: number }>(
  'conversations_own_tags',
  differentTags('t.project_id = :project_id AND t.created_by_id = :user'),
);

const listingOf = madeOnce(listing);

/** Lists conversations: for admins all of their project, for others their own. */
@Injectable()
export class ConversationListsRepository {
  constructor(private readonly database: Database) {}

  /** Conversations, those that changed last first. */
  async list(request: ListConversations, caller: Caller): Promise<Page<ConversationItem> & FoundCount> {
    const { project_id, text, limit, offset } = request;
    const tags = keysIn(request.tags ?? '');
    if (request.tags !== undefined && tags.length === 0) throw Invalid.field('tags', BLANK);
    const conditions = conditionsOf(request, tags, caller);
    const wanted = {
      project_id,
      user: caller.user_id,
      tags,
      pattern: containing(text),
      limit,
      offset,
    };
    return pageOf(await this.database.rows(listingOf(conditions, this.database.findingOf(text)), wanted));
  }

  /** The tags of the conversations that the caller may list, including archived ones. */
  async tags(project_id: string, caller: Caller): Promise<readonly string[]> {
    const found = isProjectAdmin(caller)
      ? await this.database.rows(TAGS, { project_id, most: MOST_TAGS })
      : await this.database.rows(OWN_TAGS, { project_id, user: caller.user_id, most: MOST_TAGS });
    return found.map(({ tag }) => tag);
  }
}

function conditionsOf(
  { no_tags, include_archived }: ListConversations,
  tags: readonly string[],
  caller: Caller,
): readonly Condition[] {
  const isRestricted = {
    own: !isProjectAdmin(caller),
    current: !include_archived,
    tagged: tags.length > 0,
    untagged: no_tags,
  } satisfies Record<Condition, boolean>;
  return CONDITION_NAMES.filter((condition) => isRestricted[condition]);
}
