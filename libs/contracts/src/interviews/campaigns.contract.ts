import { contract, page, rpc } from '../kit/contract.ts';
import { Integer, Text, Timestamp, Uuid, Words } from '../kit/fields.ts';
import { InProject, ProjectPage } from '../requests.ts';

/** The rules for the name of a campaign. */
export const CAMPAIGN_NAME = { max: 255, trim: true } as const;

/** The campaign of an interview or of a draft. */
export class CampaignReference {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly name!: string;
}

/** A named group of interviews (api.md, Interview campaign). */
export class Campaign {
  @Uuid()
  readonly id!: string;

  @Words({ description: 'Unique in the project, ignoring case.' })
  readonly name!: string;

  @Timestamp()
  readonly created_at!: string;

  @Integer()
  readonly interview_count!: number;
}

/** Renames a campaign. */
export class RenameCampaign extends InProject {
  @Uuid()
  readonly campaign_id!: string;

  @Text(CAMPAIGN_NAME)
  readonly name!: string;
}

/** Campaigns of interviews, newest first. Only assigning interviews creates them (api.md Interviews). */
export const campaigns = contract('interviews.campaigns', {
  list: rpc(ProjectPage).by('authenticated').returns(page(Campaign)),
  rename: rpc(RenameCampaign).by('admin').returns(Campaign),
});
