import { PERMISSIONS, PUBLISH_MODES, type Permission, type PublishMode } from '../caller.ts';
import { contract, rpc, service } from '../kit/contract.ts';
import { OneOf, SomeOf, Words } from '../kit/fields.ts';
import { GetMembership } from './audience.contract.ts';

/** A project, and what a user may currently do in it. */
export class ProjectStanding {
  @Words()
  readonly project_name!: string;

  @OneOf(PUBLISH_MODES)
  readonly artifact_publish_mode!: PublishMode;

  @SomeOf(PERMISSIONS, { description: 'None for a user who is no active member.' })
  readonly permissions!: readonly Permission[];
}

/** What users may do in projects, for services that work for them in the background. `not_found` for an unknown project. */
export const standings = contract('identity.standings', {
  of: rpc(GetMembership).by(service('agents')).returns(ProjectStanding),
});
