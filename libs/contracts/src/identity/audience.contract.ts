import { contract, list, openRpc } from '../kit/contract.ts';
import { Flag, Uuid } from '../kit/fields.ts';
import { InProject } from '../requests.ts';

/** An active member of a project, to whom something may be told. */
export class AudienceMember {
  @Uuid()
  readonly user_id!: string;

  /** Whether he administers the project. */
  @Flag()
  readonly is_admin!: boolean;
}

/** Somebody, and a project. */
export class AskMembership extends InProject {
  @Uuid()
  readonly user_id!: string;
}

/** Whether somebody may still act in a project. */
export class Membership {
  /** False also for who is no user. */
  @Flag()
  readonly is_active!: boolean;

  @Flag()
  readonly is_member!: boolean;
}

/** Who is in a project: asked by services, never by the gateway. */
export const audience = contract('identity.audience', {
  of: openRpc(InProject).returns(list(AudienceMember)),
  membership: openRpc(AskMembership).returns(Membership),
});
