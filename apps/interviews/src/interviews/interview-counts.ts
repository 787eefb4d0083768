import { Injectable } from '@nestjs/common';
import type { InterviewStatus } from '@pks/contracts';
import { Clock } from '@pks/platform';
import { CampaignsRepository } from '../campaigns/campaigns.repository.ts';
import type { Counted } from '../campaigns/counted.ts';
import { InterviewTotalsRepository } from './interview-totals.repository.ts';
import type { Interview } from './interview.entity.ts';

/** Updates the counts of a campaign and a project, within the transaction that changes interviews: locks the campaign, then the totals. */
@Injectable()
export class InterviewCounts {
  constructor(
    private readonly campaigns: CampaignsRepository,
    private readonly totals: InterviewTotalsRepository,
    private readonly clock: Clock,
  ) {}

  /** Counts added interviews of one campaign, or of none. `campaigns` is the number of new campaigns. */
  async added(
    interviews: readonly Interview[],
    { campaigns }: { readonly campaigns: number },
  ): Promise<void> {
    const [first] = interviews;
    if (!first) return;
    const change = { [counted(first.status)]: interviews.length };
    const { projectId } = first;
    const inFeed = await this.feedRows(first, change, {
      more: interviews.length,
      activeAt: this.clock.now(),
    });
    await this.totals.change(projectId, { ...change, campaigns, feed_rows: inFeed });
  }

  /** Counts a deleted interview, which is not activity of its campaign. */
  async removed(interview: Interview): Promise<void> {
    const change = { [counted(interview.status)]: -1 };
    const inFeed = await this.feedRows(interview, change, { more: -1, activeAt: null });
    await this.totals.change(interview.projectId, { ...change, feed_rows: inFeed });
  }

  /** Counts an interview's step from its status before; even without a new status, this is activity of its campaign. */
  async moved(before: InterviewStatus | null, interview: Interview): Promise<void> {
    const { projectId, campaignId, status } = interview;
    const isMoved = before !== status;
    const change = isMoved ? { [counted(before)]: -1, [counted(status)]: 1 } : {};
    if (campaignId !== null) await this.campaigns.count(projectId, campaignId, change, this.clock.now());
    if (isMoved) await this.totals.change(projectId, change);
  }

  /** By how many rows the feed grows: a campaign is one row as long as it has interviews. */
  private async feedRows(
    { projectId, campaignId }: Pick<Interview, 'projectId' | 'campaignId'>,
    change: Partial<Record<Counted, number>>,
    { more, activeAt }: { readonly more: number; readonly activeAt: Date | null },
  ): Promise<number> {
    if (campaignId === null) return more;
    const now = await this.campaigns.count(projectId, campaignId, change, activeAt);
    const before = now - more;
    return Math.sign(now) - Math.sign(before);
  }
}

function counted(status: InterviewStatus | null): Counted {
  return status ?? 'none';
}
