import { PUBLISH_MODES, type PublishMode } from '../caller.ts';
import { contract, nothing, page, rpc } from '../kit/contract.ts';
import { OneOf, Text, Timestamp, Uuid, Words } from '../kit/fields.ts';
import { InProject, Paged } from '../requests.ts';

/** A project: the tenant to which knowledge, signals and notifications belong. */
export class Project {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly name!: string;

  @Uuid()
  readonly organization_id!: string;

  @OneOf(PUBLISH_MODES)
  readonly artifact_publish_mode!: PublishMode;

  @Timestamp()
  readonly created_at!: string;

  @Timestamp()
  readonly updated_at!: string;
}

/** A page of the caller's projects. */
export class ListProjects extends Paged {}

/** Creates a project in an organization; the caller becomes its admin. */
export class CreateProject {
  @Text({ max: 255, trim: true })
  readonly name!: string;

  @Uuid()
  readonly organization_id!: string;

  @OneOf(PUBLISH_MODES, { default: 'auto_publish' })
  readonly artifact_publish_mode!: PublishMode;
}

/** Changes a project; fields that are absent do not change. */
export class UpdateProject extends InProject {
  @Text({ max: 255, trim: true, optional: true, example: 'Alpha' })
  readonly name?: string;

  @OneOf(PUBLISH_MODES, { optional: true })
  readonly artifact_publish_mode?: PublishMode;
}

/** Permanently deletes a project with everything in it: signals, knowledge, files, interviews. */
export class DeleteProject extends InProject {
  /** The name of the project, repeated to prevent deleting another one by mistake. */
  @Text({ max: 255, trim: true })
  readonly name!: string;
}

/** Projects: the list is the caller's own, newest first (decisions 2). */
export const projects = contract('identity.projects', {
  list: rpc(ListProjects).by('authenticated').returns(page(Project)),
  create: rpc(CreateProject).by('authenticated').returns(Project),
  get: rpc(InProject).by('view').returns(Project),
  update: rpc(UpdateProject).by('admin').returns(Project),
  remove: rpc(DeleteProject).by('admin').returns(nothing),
});
