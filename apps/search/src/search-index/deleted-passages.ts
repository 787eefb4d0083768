import { Injectable } from '@nestjs/common';
import { ProjectDeletion, ProjectRemains } from '@pks/platform';
import { PassageStore } from '../search/passage-store.ts';

/** The passages of a deleted project, in all generations of the index. */
@Injectable()
export class DeletedPassages extends ProjectRemains {
  constructor(
    private readonly store: PassageStore,
    private readonly deletion: ProjectDeletion,
  ) {
    super();
  }

  /**
   * Runs work that writes into the tables of projects. If the deletion of a project has begun meanwhile, deletes its tables again, even
   * if the work fails: the work may have begun before the deletion and ended after it.
   */
  async noneLeftBy(projectIds: Iterable<string>, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } finally {
      for (const projectId of await this.deletion.deletedAmong([...new Set(projectIds)]))
        await this.delete(projectId);
    }
  }

  async delete(projectId: string): Promise<void> {
    for (const generation of await this.store.generations(projectId))
      await this.store.dropGeneration(projectId, generation);
  }
}
