import {
  type DeletedProjectId,
  type DeletedProjectsAfter,
  type DeletedProjectsAmong,
  deletedProjects,
} from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { ProjectsRepository } from './projects.repository.ts';

@Serves(deletedProjects)
export class DeletedProjectsController implements Service<typeof deletedProjects> {
  constructor(private readonly projects: ProjectsRepository) {}

  after({ after }: DeletedProjectsAfter): Promise<readonly DeletedProjectId[]> {
    return this.projects.deletedAfter(after);
  }

  among({ ids }: DeletedProjectsAmong): Promise<readonly DeletedProjectId[]> {
    return this.projects.deletedAmong(ids);
  }
}
