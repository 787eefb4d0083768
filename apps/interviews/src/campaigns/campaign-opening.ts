import { Injectable } from '@nestjs/common';
import { v7 } from 'uuid';
import { type CampaignChoice, noSuchCampaign } from './campaign-choice.ts';
import { CampaignsRepository } from './campaigns.repository.ts';

/** The project of a request for new interviews, and how it names their campaign. */
export interface CampaignNamed extends CampaignChoice {
  readonly project_id: string;
}

/** The campaign of new interviews, and whether it is new. */
export interface OpenedCampaign {
  readonly id: string | null;
  readonly isNew: boolean;
}

/** Opens the campaign of new interviews, within their transaction; an unknown name creates it (api.md Interviews). */
@Injectable()
export class CampaignOpening {
  constructor(private readonly campaigns: CampaignsRepository) {}

  /** The campaign, locked. @throws Invalid keyed to `campaign_id` when no campaign has this id. */
  async open(named: CampaignNamed, now: Date): Promise<OpenedCampaign> {
    const { project_id, campaign_name = null, campaign_id = null } = named;
    if (campaign_name !== null) {
      const id = v7();
      const opened = await this.campaigns.open(project_id, id, campaign_name, now);
      return { id: opened.id, isNew: opened.id === id };
    }
    if (campaign_id === null) return { id: null, isNew: false };
    const known = await this.campaigns.lock(project_id, campaign_id);
    if (!known) throw noSuchCampaign();
    return { id: known.id, isNew: false };
  }
}
