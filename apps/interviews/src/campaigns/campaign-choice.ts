import { Invalid } from '@pks/platform';

/** The campaign of a request, by its id or by its name; neither for no campaign. */
export interface CampaignChoice {
  readonly campaign_id?: string | null;
  readonly campaign_name?: string | null;
}

const TWO_CAMPAIGNS = 'Name the campaign by `campaign_id` or by `campaign_name`, not by both.';

/** Checks that a request names at most one campaign; a blank name counts as none. @throws Invalid for an id and a name together. */
export function assertOneCampaign({ campaign_id = null, campaign_name }: CampaignChoice): void {
  const isNamed = (campaign_name ?? '') !== '';
  if (campaign_id !== null && isNamed) throw Invalid.field('campaign_id', TWO_CAMPAIGNS);
}

/** The error for a request whose id is not that of a campaign. */
export function noSuchCampaign(): Invalid {
  return Invalid.field('campaign_id', 'There is no such campaign in this project.');
}
