import { projectDeleted } from '@pks/contracts';
import { type Consumer, Consumes, type Occurred, type Once } from '../events/consumes.ts';
import { ProjectDeletion } from './project-deletion.ts';

/** Deletes what a service stores of a deleted project. Each service with projects' rows lists it among its controllers. */
@Consumes('project-deletions', projectDeleted)
export class ProjectDeletions implements Consumer<typeof projectDeleted> {
  constructor(private readonly deletion: ProjectDeletion) {}

  consume({ payload: { project_id } }: Occurred<typeof projectDeleted>, once: Once): Promise<void> {
    return once(async () => void (await this.deletion.begin(project_id)));
  }
}
