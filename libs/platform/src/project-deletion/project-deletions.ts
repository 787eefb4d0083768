import { Inject } from '@nestjs/common';
import { deletedProjects, projectDeleted } from '@pks/contracts';
import { BusClient } from '../bus/client.ts';
import { type Consumer, Consumes, type Occurred, type Once } from '../events/consumes.ts';
import { LOG, type Log } from '../logging/log.ts';
import { ProjectDeletion } from './project-deletion.ts';

/**
 * Deletes what a service stores of a deleted project. Each service with rows of projects lists it among its controllers. Because a
 * deletion cannot be undone, it first asks the identity service whether the project is gone: if that service lost its newest
 * transactions, such as by a standby that was behind, the stream still has their events.
 */
@Consumes('project-deletions', projectDeleted)
export class ProjectDeletions implements Consumer<typeof projectDeleted> {
  constructor(
    private readonly deletion: ProjectDeletion,
    private readonly bus: BusClient,
    @Inject(LOG) private readonly log: Log,
  ) {}

  async consume({ payload: { project_id } }: Occurred<typeof projectDeleted>, once: Once): Promise<void> {
    const gone = await this.bus.call(deletedProjects.calls.among, { ids: [project_id] });
    if (gone.length > 0) return once(async () => void (await this.deletion.begin(project_id)));
    this.log.error(
      { project_id },
      'a project was announced as deleted, and exists: nothing of it is deleted',
    );
  }
}
