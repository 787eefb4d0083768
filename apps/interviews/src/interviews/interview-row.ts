import type {
  ImportInfo,
  InterviewStatus,
  InterviewSummary,
  InterviewType,
  MeetingInfo,
} from '@pks/contracts';

/** An interview as PostgreSQL returns it for a summary. */
export interface SummaryRow {
  readonly id: string;
  readonly type: InterviewType;
  readonly name: string;
  readonly status: InterviewStatus | null;
  readonly created_by: string;
  readonly created_by_email: string;
  readonly assigned_to: string | null;
  readonly assigned_to_email: string | null;
  readonly assigned_by: string | null;
  readonly assigned_by_email: string | null;
  readonly invite_email: string | null;
  readonly import_info: ImportInfo | null;
  readonly meeting_info: MeetingInfo | null;
  readonly campaign_id: string | null;
  readonly campaign_name: string | null;
  readonly first_message_preview: string;
  readonly message_count: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The columns of a summary of the interview `i`, which need `SUMMARY_JOINS`. */
export const SUMMARY = `
  i.id, i.type, i.name, i.status, i.created_by_id AS created_by, creator.email AS created_by_email,
  i.assigned_to_id AS assigned_to, assignee.email AS assigned_to_email,
  i.assigned_by_id AS assigned_by, assigner.email AS assigned_by_email, i.invite_email,
  i.import_info, i.meeting_info, i.campaign_id, campaign.name AS campaign_name,
  i.first_message_preview, i.message_count, i.created_at, i.updated_at`;

/** Joins the people and the campaign of the interview `i` of `:project_id`. */
export const SUMMARY_JOINS = `
  LEFT JOIN participants creator ON creator.project_id = :project_id AND creator.user_id = i.created_by_id
  LEFT JOIN participants assigner ON assigner.project_id = :project_id AND assigner.user_id = i.assigned_by_id
  LEFT JOIN participants assignee ON assignee.project_id = :project_id AND assignee.user_id = i.assigned_to_id
  LEFT JOIN campaigns campaign ON campaign.project_id = :project_id AND campaign.id = i.campaign_id`;

/**
 * The summary of an interview (api.md, Interview summary). Nobody assigned an import to anybody, but only `assigned_to` may be
 * null: who imported it stands for who assigned it.
 */
export function summaryOf(row: SummaryRow): InterviewSummary {
  const { campaign_id: id, campaign_name: name } = row;
  return {
    id: row.id,
    name: row.name,
    created_by: row.created_by,
    created_by_email: row.created_by_email,
    type: row.type,
    assigned_to: row.assigned_to,
    assigned_by: row.assigned_by ?? row.created_by,
    assigned_to_email: row.assigned_to_email ?? row.invite_email ?? '',
    assigned_by_email: row.assigned_by_email ?? row.created_by_email,
    is_pending_invite: row.invite_email !== null,
    import_info: row.import_info,
    meeting_info: row.meeting_info,
    status: row.status,
    campaign: id === null ? null : { id, name: name ?? '' },
    first_message_preview: row.first_message_preview,
    message_count: row.message_count,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
