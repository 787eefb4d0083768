import { Injectable } from '@nestjs/common';
import type { Campaign, Page, ProjectPage, RenameCampaign } from '@pks/contracts';
import { Database, Invalid, NotFound, violates } from '@pks/platform';
import { CampaignsRepository } from './campaigns.repository.ts';

/** Campaigns of interviews (api.md Interviews). Their names are unique in the project, ignoring case. */
@Injectable()
export class CampaignsService {
  constructor(
    private readonly campaigns: CampaignsRepository,
    private readonly database: Database,
  ) {}

  /** The newest first. */
  list(request: ProjectPage): Promise<Page<Campaign>> {
    return this.campaigns.list(request);
  }

  /** Drafts keep their campaign. A new case of its own name is no clash. @throws NotFound; Invalid keyed to `name` when another campaign has it. */
  async rename({ project_id, campaign_id, name }: RenameCampaign): Promise<Campaign> {
    try {
      const renamed = await this.database.transaction(() =>
        this.campaigns.rename(project_id, campaign_id, name),
      );
      if (!renamed) throw new NotFound();
      return renamed;
    } catch (error) {
      if (!violates(error, 'campaigns_project_name')) throw error;
      throw Invalid.field('name', `A campaign with the name "${name}" already exists.`);
    }
  }
}
