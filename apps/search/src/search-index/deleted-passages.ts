import { Injectable } from '@nestjs/common';
import { ProjectRemains } from '@pks/platform';
import { PassageStore } from '../search/passage-store.ts';

/** The passages of a deleted project, in all generations of the index. */
@Injectable()
export class DeletedPassages extends ProjectRemains {
  constructor(private readonly store: PassageStore) {
    super();
  }

  async delete(projectId: string): Promise<void> {
    for (const generation of await this.store.generations(projectId))
      await this.store.dropGeneration(projectId, generation);
  }
}
