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

/** Who is in a project: asked by services, never by the gateway. */
export const audience = contract('identity.audience', {
  of: openRpc(InProject).returns(list(AudienceMember)),
});
