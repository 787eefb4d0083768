import { Injectable } from '@nestjs/common';
import {
  BLANK,
  type Caller,
  type ConversationItem,
  type ListConversations,
  type Page,
  isProjectAdmin,
} from '@pks/contracts';
import { Database, Invalid, containing, pageOf, pageStatement, statement } from '@pks/platform';
import { ITEM, SETTINGS } from './conversation-row.ts';
import { keysIn } from './tags.ts';

/** The tags of a project that are shown at most. */
const MOST_TAGS = 1_000;

interface Wanted {
  readonly project_id: string;
  readonly user: string;
  readonly tags: readonly string[];
  readonly pattern: string;
  readonly limit: number;
  readonly offset: number;
}

const CONDITION_NAMES = ['own', 'current', 'tagged', 'untagged', 'text'] as const;
type Condition = (typeof CONDITION_NAMES)[number];

/** The conditions of a list, on the conversation `c`. */
const CONDITIONS: Readonly<Record<Condition, string>> = {
  own: 'c.created_by_id = :user::uuid',
  current: 'c.archived_at IS NULL',
  tagged: 'c.tag_keys && :tags::text[]',
  untagged: `c.tag_keys = '{}'`,
  text: `c.id IN (SELECT id FROM searchable_conversations
                   WHERE project_id = :project_id AND lower(name) LIKE lower(:pattern)
                   UNION ALL
                  SELECT conversation_id FROM searchable_entries
                   WHERE project_id = :project_id AND lower(content) LIKE lower(:pattern)
                     AND type <> 'tool_call')`,
};

/** PostgreSQL uses an index of tags on the view, but not on the table, which has a policy. */
const OF_TAGS: readonly Condition[] = ['tagged', 'untagged'];

function listing(conditions: readonly Condition[]) {
  const source = conditions.some((one) => OF_TAGS.includes(one))
    ? 'searchable_conversations'
    : 'conversations';
  const all = ['c.project_id = :project_id', ...conditions.map((condition) => CONDITIONS[condition])];
  return pageStatement<ConversationItem, Wanted>(`conversations_list_${conditions.join('_')}`, {
    results: `SELECT c.id, c.updated_at FROM ${source} c WHERE ${all.join(' AND ')}`,
    order: 'updated_at DESC, id DESC',
    ...(conditions.includes('text') ? {} : { indexed: true }),
    show: `SELECT ${ITEM} FROM conversations c ${SETTINGS} WHERE c.project_id = :project_id AND c.id = page.id`,
  });
}

/** The tags of the rows `t` with a condition: each is found by an index from the one before it, whatever the number of conversations. */
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

/** Lists conversations: to admins all of their project, to others their own. */
@Injectable()
export class ConversationListsRepository {
  private readonly listings = new Map<string, ReturnType<typeof listing>>();

  constructor(private readonly database: Database) {}

  /** The ones that changed last first. */
  async list(request: ListConversations, caller: Caller): Promise<Page<ConversationItem>> {
    const { project_id, limit, offset } = request;
    const tags = keysIn(request.tags ?? '');
    if (request.tags !== undefined && tags.length === 0) throw Invalid.field('tags', BLANK);
    const conditions = conditionsOf(request, tags, caller);
    const wanted = {
      project_id,
      user: caller.user_id,
      tags,
      pattern: containing(request.text),
      limit,
      offset,
    };
    return pageOf(await this.database.rows(this.listingOf(conditions), wanted));
  }

  /** The tags of these conversations, archived ones too. */
  async tags(project_id: string, caller: Caller): Promise<readonly string[]> {
    const found = isProjectAdmin(caller)
      ? await this.database.rows(TAGS, { project_id, most: MOST_TAGS })
      : await this.database.rows(OWN_TAGS, { project_id, user: caller.user_id, most: MOST_TAGS });
    return found.map(({ tag }) => tag);
  }

  private listingOf(conditions: readonly Condition[]): ReturnType<typeof listing> {
    const key = conditions.join();
    const known = this.listings.get(key) ?? listing(conditions);
    this.listings.set(key, known);
    return known;
  }
}

function conditionsOf(
  { no_tags, text, include_archived }: ListConversations,
  tags: readonly string[],
  caller: Caller,
): readonly Condition[] {
  const isRestricted = {
    own: !isProjectAdmin(caller),
    current: !include_archived,
    tagged: tags.length > 0,
    untagged: no_tags,
    text: text !== '',
  } satisfies Record<Condition, boolean>;
  return CONDITION_NAMES.filter((condition) => isRestricted[condition]);
}
