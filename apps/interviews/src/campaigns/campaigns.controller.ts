import { type ProjectPage, type RenameCampaign, campaigns } from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { CampaignsService } from './campaigns.service.ts';

/** Answers the calls about campaigns. */
@Serves(campaigns)
export class CampaignsController implements Service<typeof campaigns> {
  constructor(private readonly service: CampaignsService) {}

  list(request: ProjectPage) {
    return this.service.list(request);
  }

  rename(request: RenameCampaign) {
    return this.service.rename(request);
  }
}
