import { PUBLISH_MODES, type PublishMode } from '../caller.ts';
import { contract, page, rpc } from '../kit/contract.ts';
import { OneOf, Text, Timestamp, Uuid, Words } from '../kit/fields.ts';
import { InProject, Paged } from '../requests.ts';

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

export class ListProjects extends Paged {}

export class CreateProject {
  @Text({ max: 255, trim: true })
  readonly name!: string;

  @Uuid()
  readonly organization_id!: string;

  @OneOf(PUBLISH_MODES, { default: 'auto_publish' })
  readonly artifact_publish_mode!: PublishMode;
}

export class UpdateProject extends InProject {
  @Text({ max: 255, trim: true, optional: true, example: 'Alpha' })
  readonly name?: string;

  @OneOf(PUBLISH_MODES, { optional: true })
  readonly artifact_publish_mode?: PublishMode;
}

/** Projects: the list is the caller's own, newest first (decisions 2). */
export const projects = contract('identity.projects', {
  list: rpc(ListProjects).returns(page(Project)),
  create: rpc(CreateProject).returns(Project),
  get: rpc(InProject).returns(Project),
  update: rpc(UpdateProject).returns(Project),
});
