import { contract, list, rpc, service } from '../kit/contract.ts';
import { Flag, Integer, Uuid, Uuids } from '../kit/fields.ts';
import { InProject } from '../requests.ts';

/** Requests the changes of a project's audience after the one with a number; after 0, all members. */
export class ListAudienceChanges extends InProject {
  @Integer({ min: 0 })
  readonly after!: number;
}

/** A user's current place in the audience of a project, under the number of its last change. */
export class AudienceChange {
  /** Increases with every change of the same project's audience, in the order of their commits. */
  @Integer()
  readonly number!: number;

  @Uuid()
  readonly user_id!: string;

  /** Whether the user may be notified: is active, and may view the project. */
  @Flag()
  readonly is_member!: boolean;

  /** Whether the user may be notified and administers the project. */
  @Flag()
  readonly is_admin!: boolean;
}

/** Requests the numbers of the last changes of some projects' audiences. */
export class ListAudienceNumbers {
  @Uuids()
  readonly projects!: readonly string[];
}

/** The number of the last change of a project's audience. */
export class AudienceNumber extends InProject {
  @Integer()
  readonly number!: number;
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

/** Who may be notified in a project, and who may act there, for services only. */
export const audience = contract('identity.audience', {
  /** Each user whose place has changed, once, ordered by number; service accounts are users too. */
  changes: rpc(ListAudienceChanges).by(service('notifications')).returns(list(AudienceChange)),
  /** Unordered; only projects that have, or had, members. */
  numbers: rpc(ListAudienceNumbers).by(service('notifications')).returns(list(AudienceNumber)),
  membership: rpc(GetMembership).by(service('feedback', 'interviews')).returns(Membership),
});
