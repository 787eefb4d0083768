import { contract, list, rpc, service } from '../kit/contract.ts';
import { Uuid } from '../kit/fields.ts';

/** The most ids that one answer has. */
export const MOST_DELETED_PROJECTS = 1_000;

/** A place in the order of the ids of deleted projects. */
export class DeletedProjectsAfter {
  @Uuid()
  readonly after!: string;
}

/** A project that was deleted. */
export class DeletedProjectId {
  @Uuid()
  readonly id!: string;
}

/** The projects that were ever deleted, for services that missed an event of it: events expire after some days, these never. */
export const deletedProjects = contract('identity.deleted-projects', {
  /** In the order of their ids; fewer than the most at the end. */
  after: rpc(DeletedProjectsAfter)
    .by(service('knowledge', 'search', 'feedback', 'interviews', 'agents', 'notifications'))
    .returns(list(DeletedProjectId)),
});
