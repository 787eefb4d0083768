import type { SignalGroup } from '@pks/contracts';

/** A signal of a group, with what is known of the group. */
export interface GroupRow extends Pick<
  SignalGroup,
  'conversation_id' | 'conversation_title' | 'to_review_count' | 'reviewed_count' | 'dismissed_count'
> {
  /** Null where there are no results. */
  readonly key: string | null;
  /** The signal's. */
  readonly id: string | null;
  readonly size: number | null;
}

/** The JSON of groups, each of neighbouring rows; what is told of a conversation is what its newest signal knows. */
export function groupsJson(rows: readonly GroupRow[], signals: ReadonlyMap<string, string>): string {
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
    conversation_created_at: null,
    agent_name: '',
    conversation_is_archived: false,
    to_review_count: newest.to_review_count,
    reviewed_count: newest.reviewed_count,
    dismissed_count: newest.dismissed_count,
  };
  return `${JSON.stringify(group).slice(0, -1)},"signals":[${signals.join(',')}]}`;
}
