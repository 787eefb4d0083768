import { contract, list, rpc, service } from '../kit/contract.ts';
import { Uuid, Uuids } from '../kit/fields.ts';

/** The most ids in one answer. */
export const MOST_DELETED_PROJECTS = 1_000;

/** Requests deleted projects whose ids come after an id. */
export class DeletedProjectsAfter {
  @Uuid()
  readonly after!: string;
}

/** Requests which of some projects were deleted. */
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

/**
 * The projects that were ever deleted, for services that delete what they store of them: events expire after some days, this list does
 * not.
 */
export const deletedProjects = contract('identity.deleted-projects', {
  /** Ordered by id. The last answer has fewer than `MOST_DELETED_PROJECTS`. */
  after: rpc(DeletedProjectsAfter).by(services).returns(list(DeletedProjectId)),
  /** Which of the given projects were deleted, ordered by id. */
  among: rpc(DeletedProjectsAmong).by(services).returns(list(DeletedProjectId)),
});
