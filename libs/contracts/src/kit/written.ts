import { Uuid } from './fields.ts';

/**
 * Published by a gateway before it answers a request that may have written to a project: gateways discard the answers that they
 * kept for it.
 */
export class ProjectWritten {
  @Uuid()
  readonly project_id!: string;
}
/** The subject of `ProjectWritten`. */
export const PROJECT_WRITTEN = 'gateway.notice.project-written';
