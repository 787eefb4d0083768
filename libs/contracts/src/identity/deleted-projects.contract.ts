import { contract, list, rpc, service } from '../kit/contract.ts';
import { Uuid, Uuids } from '../kit/fields.ts';

/** The most ids that one answer has. */
export const MOST_DELETED_PROJECTS = 1_000;

/** A place in the order of the ids of deleted projects. */
export class DeletedProjectsAfter {
  @Uuid()
  readonly after!: string;
}

/** Projects of which some may have been deleted. */
export class DeletedProjectsAmong {
  @Uuids()
  readonly ids!: readonly string[];
}

/** A project that was deleted. */
export class DeletedProjectId {
  @Uuid()
  readonly id!: string;
}

const services = service('knowledge', 'search', 'feedback', 'interviews', 'agents', 'notifications');

/** The projects that were ever deleted, for services that delete what they store of them: events expire after some days, these never. */
export const deletedProjects = contract('identity.deleted-projects', {
  /** In the order of their ids; fewer than the most at the end. */
  after: rpc(DeletedProjectsAfter).by(services).returns(list(DeletedProjectId)),
  /** Those of some projects that were deleted, in the order of their ids. */
  among: rpc(DeletedProjectsAmong).by(services).returns(list(DeletedProjectId)),
});
