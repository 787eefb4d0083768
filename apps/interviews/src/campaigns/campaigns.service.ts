import { Injectable } from '@nestjs/common';
import type { Campaign, Page, ProjectPage, RenameCampaign } from '@pks/contracts';
import { Database, Invalid, NotFound, violates } from '@pks/platform';
import { CampaignsRepository } from './campaigns.repository.ts';

/** Campaigns of interviews (api.md Interviews). Their names are normalized, and unique in the project, ignoring case. */
@Injectable()
export class CampaignsService {
  constructor(
    private readonly campaigns: CampaignsRepository,
    private readonly database: Database,
  ) {}

  /** Campaigns, newest first. */
  list(request: ProjectPage): Promise<Page<Campaign>> {
    return this.campaigns.list(request);
  }

  /** Drafts keep their campaign. A campaign may change the case of its name. @throws NotFound; Invalid keyed to `name` when another campaign has it. */
  async rename({ project_id, campaign_id, name: given }: RenameCampaign): Promise<Campaign> {
    const name = given.normalize('NFC');
    try {
      return await this.database.transaction(async () => {
        const known = await this.campaigns.named(project_id, name);
        const renamed = await this.campaigns.rename(project_id, campaign_id, name);
        if (!renamed) throw new NotFound();
        if (known && known.id !== renamed.id) throw taken(name);
        return renamed;
      });
    } catch (error) {
      throw violates(error, 'campaigns_project_name') ? taken(name) : error;
    }
  }
}

function taken(name: string): Invalid {
  return Invalid.field('name', `A campaign with the name "${name}" already exists.`);
}
