import type { InterviewDraft } from '@pks/contracts';
import type { DraftContent } from './draft-content.ts';
import { TEST_RUNS } from './test-run-row.ts';

/** A draft as PostgreSQL returns it; its content and its test runs stay unparsed text. */
export interface DraftRow extends Pick<
  InterviewDraft,
  'id' | 'name' | 'created_by' | 'created_by_email' | 'created_at' | 'updated_at'
> {
  readonly content: string;
  readonly test_runs: string;
  readonly campaign_name: string | null;
  readonly campaign_id: string | null;
}

/** The columns of the draft `d`, which need `DRAFT_JOINS`; `:pages` is the address of the web pages. */
export const DRAFT = `
  d.id, d.name, d.content::text AS content, campaign.id AS campaign_id,
  coalesce(campaign.name, d.campaign_name) AS campaign_name,
  d.created_by_id AS created_by, creator.email AS created_by_email, d.created_at, d.updated_at,
  ${TEST_RUNS} AS test_runs`;

/**
 * Joins the creator of the draft `d` of `:project_id`, and the campaign whose name without case is `slots.campaign_key`. That is a
 * column because the tables' policy keeps PostgreSQL from using an index with an expression.
 */
export const DRAFT_JOINS = `
  LEFT JOIN participants creator ON creator.project_id = :project_id AND creator.user_id = d.created_by_id
  LEFT JOIN campaigns campaign ON campaign.project_id = :project_id AND campaign.name_key = slots.campaign_key`;

/** A draft's JSON, into which the texts of its content and its test runs are inserted unchanged. */
export function draftJson(row: DraftRow): string {
  const { id, name, campaign_id, campaign_name } = row;
  const first: Pick<InterviewDraft, 'id' | 'name'> = { id, name };
  const last: Omit<InterviewDraft, keyof DraftContent | keyof typeof first | 'test_runs'> = {
    campaign: campaign_name === null ? null : { id: campaign_id, name: campaign_name },
    source_session: null,
    created_by: row.created_by,
    created_by_email: row.created_by_email,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
  const members = [
    JSON.stringify(first).slice(1, -1),
    row.content.slice(1, -1),
    `"test_runs":${row.test_runs}`,
    JSON.stringify(last).slice(1, -1),
  ];
  return `{${members.join(',')}}`;
}
