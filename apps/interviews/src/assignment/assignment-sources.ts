import { Injectable } from '@nestjs/common';
import type { AssignInterviews } from '@pks/contracts';
import { Invalid } from '@pks/platform';
import { CampaignOpening, type OpenedCampaign } from '../campaigns/campaign-opening.ts';
import { DraftsRepository } from '../drafts/drafts.repository.ts';

const NO_DRAFT = 'There is no such draft in this project.';

/** Takes the draft and opens the campaign that an assignment refers to, within its transaction. */
@Injectable()
export class AssignmentSources {
  constructor(
    private readonly drafts: DraftsRepository,
    private readonly campaigns: CampaignOpening,
  ) {}

  /** Deletes the draft that is sent: of requests that race to send it, one succeeds. @throws Invalid when there is none. */
  async takeDraft({ project_id, draft_id = null }: AssignInterviews): Promise<void> {
    if (draft_id === null) return;
    if (!(await this.drafts.remove(project_id, draft_id))) throw Invalid.field('draft_id', NO_DRAFT);
  }

  /** Locks the campaign; creates one for an unknown name. @throws Invalid for an unknown id. */
  openCampaign(request: AssignInterviews, now: Date): Promise<OpenedCampaign> {
    return this.campaigns.open(request, now);
  }
}
