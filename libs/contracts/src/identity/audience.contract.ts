import { contract, list, rpc, service } from '../kit/contract.ts';
import { Flag, Uuid } from '../kit/fields.ts';
import { InProject } from '../requests.ts';

/** An active member of a project, who may be notified. */
export class AudienceMember {
  @Uuid()
  readonly user_id!: string;

  /** Whether they administer the project. */
  @Flag()
  readonly is_admin!: boolean;
}

/** Requests whether a user may act in a project. */
export class GetMembership extends InProject {
  @Uuid()
  readonly user_id!: string;
}

/** Whether a user may still act in a project. */
export class Membership {
  /** False also when the user does not exist. */
  @Flag()
  readonly is_active!: boolean;

  @Flag()
  readonly is_member!: boolean;
}

/** The members of a project, for services only. */
export const audience = contract('identity.audience', {
  of: rpc(InProject).by(service('notifications')).returns(list(AudienceMember)),
  membership: rpc(GetMembership).by(service('feedback', 'interviews')).returns(Membership),
});
