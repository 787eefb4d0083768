import { projectRenamed } from '@pks/contracts';
import { type Consumer, Consumes, type Occurred, type Once } from '@pks/platform';
import { ToolCatalogsRepository } from './tool-catalogs.repository.ts';

/** Keeps the names of projects current, which their tools show. */
@Consumes('project-names', projectRenamed)
export class ProjectNames implements Consumer<typeof projectRenamed> {
  constructor(private readonly catalogs: ToolCatalogsRepository) {}

  async consume({ payload }: Occurred<typeof projectRenamed>, once: Once): Promise<void> {
    const { project_id, name, renamed_at } = payload;
    await once(() => this.catalogs.rename(project_id, name, new Date(renamed_at)));
  }
}
