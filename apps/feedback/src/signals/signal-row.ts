import type { Signal } from '@pks/contracts';
import { selected } from '@pks/platform';

/** A signal as PostgreSQL returns it; JSON stays text, unparsed. */
export interface SignalRow extends Omit<
  Signal,
  'given_by' | 'reviewed_by' | 'context' | 'suggested_action_data'
> {
  readonly given_by_id: string;
  readonly given_by_email: string;
  readonly reviewed_by_id: string | null;
  readonly reviewed_by_email: string | null;
  readonly context: string;
  readonly suggested_action_data: string;
}

/** The columns of the signal `s`, without the e-mails. */
export const COLUMNS = selected({
  id: 's.id',
  created_at: 's.created_at',
  updated_at: 's.updated_at',
  given_by_id: 's.given_by_id',
  status: 's.status',
  feedback: 's.feedback',
  is_positive: "CASE s.sentiment WHEN 'positive' THEN true WHEN 'negative' THEN false END",
  user_message: 's.user_message',
  conversation_title: 's.conversation_title',
  suggested_action_type: 's.suggested_action_type',
  reviewed_at: 's.reviewed_at',
  reviewed_by_id: 's.reviewed_by_id',
  query_id: 's.query_id',
  source: 's.source',
  context: 's.context::text',
  suggested_action_data: 's.suggested_action_data::text',
} satisfies Record<Exclude<keyof SignalRow, 'given_by_email' | 'reviewed_by_email'>, string>);

/** The columns of the signal `s` with the e-mails, which `PARTICIPANTS` joins. */
export const ROW = `${COLUMNS}, given_by.email AS given_by_email, reviewed_by.email AS reviewed_by_email`;

/** Joins the users who submitted and closed the signal `s`. */
export const PARTICIPANTS = `
  LEFT JOIN participants given_by ON given_by.project_id = s.project_id AND given_by.user_id = s.given_by_id
  LEFT JOIN participants reviewed_by
    ON reviewed_by.project_id = s.project_id AND reviewed_by.user_id = s.reviewed_by_id`;

/** A signal's JSON. The context is inserted as the text that is stored. */
export function signalJson(row: SignalRow): string {
  const plain: Omit<Signal, 'context' | 'suggested_action_data'> = {
    id: row.id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    given_by: { id: row.given_by_id, email: row.given_by_email },
    status: row.status,
    feedback: row.feedback,
    is_positive: row.is_positive,
    user_message: row.user_message,
    conversation_title: row.conversation_title,
    suggested_action_type: row.suggested_action_type,
    reviewed_at: row.reviewed_at,
    reviewed_by:
      row.reviewed_by_id === null ? null : { id: row.reviewed_by_id, email: row.reviewed_by_email ?? '' },
    query_id: row.query_id,
    source: row.source,
  };
  const text = JSON.stringify(plain).slice(0, -1);
  return `${text},"context":${row.context},"suggested_action_data":${row.suggested_action_data}}`;
}
