import { Injectable } from '@nestjs/common';
import { Database, ProjectRemains } from '@pks/platform';
import { ToolsRepository } from './tools.repository.ts';

/** The tools of a deleted project leave the projects that imported them. */
@Injectable()
export class DeletedTools extends ProjectRemains {
  constructor(
    private readonly tools: ToolsRepository,
    private readonly database: Database,
  ) {
    super();
  }

  async delete(projectId: string): Promise<void> {
    for (const id of await this.tools.ownedBy(projectId))
      await this.database.transaction(() => this.tools.remove({ id }));
  }
}
