import { contract, pageWith, rpc } from '../kit/contract.ts';
import { Integer, Nested, OneOf, Timestamp } from '../kit/fields.ts';
import { ProjectPage } from '../requests.ts';
import { Campaign } from './campaigns.contract.ts';
import { InterviewSummary } from './interview-views.ts';

/** A campaign with the progress of its interviews. */
export class CampaignProgress extends Campaign {
  @Integer()
  readonly completed_count!: number;

  @Integer()
  readonly in_progress_count!: number;

  @Integer()
  readonly pending_count!: number;

  @Timestamp({ description: 'When one of its interviews was last assigned, taken or completed.' })
  readonly last_activity_at!: string;
}

/** A row of the feed: a campaign, or an interview without one (api.md, Interview feed row). */
export class FeedRow {
  @OneOf(['campaign', 'interview'])
  readonly kind!: 'campaign' | 'interview';

  @Nested(CampaignProgress, { nullable: true })
  readonly campaign!: CampaignProgress | null;

  @Nested(InterviewSummary, { nullable: true })
  readonly interview!: InterviewSummary | null;
}

/** The number of interviews per status; a status without interviews is absent. */
export class InterviewCounts {
  @Integer({ optional: true })
  readonly pending?: number;

  @Integer({ optional: true })
  readonly in_progress?: number;

  @Integer({ optional: true })
  readonly completed?: number;

  @Integer({ optional: true, description: 'Imports that have no status because they were not read yet.' })
  readonly none?: number;
}

/** The fields of the feed beside its rows. */
export class FeedCounts {
  @Nested(InterviewCounts, { description: 'Counts all interviews of the project.' })
  readonly status_counts!: InterviewCounts;
}

/** Campaigns, and interviews without one, newest first (api.md, Interview feed row and response). */
export const interviewFeed = contract('interviews.feed', {
  list: rpc(ProjectPage).by('admin').returns(pageWith(FeedRow, FeedCounts)),
});
