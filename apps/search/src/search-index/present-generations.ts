import { Injectable } from '@nestjs/common';
import { Unavailable } from '@pks/platform';
import { GenerationsRepository } from './generations.repository.ts';
import { IndexFolder } from './index-folder.ts';
import type { SearchGeneration } from './search-generation.entity.ts';

/** The generations to read and write. One whose passages are lost is not used: it would find nothing, and soon only a few new passages. */
@Injectable()
export class PresentGenerations {
  constructor(
    private readonly generations: GenerationsRepository,
    private readonly folder: IndexFolder,
  ) {}

  /** The generation that is searched. @throws Unavailable if its passages are not in the folder. */
  async searched(): Promise<SearchGeneration | undefined> {
    const searched = await this.generations.searched();
    if (searched) await this.assertHas(searched);
    return searched;
  }

  /** The generations that receive changes. @throws Unavailable if the passages of one are not in the folder. */
  async live(): Promise<SearchGeneration[]> {
    const live = await this.generations.live();
    for (const generation of live) await this.assertHas(generation);
    return live;
  }

  private async assertHas(generation: SearchGeneration): Promise<void> {
    // A folder that cannot be read counts as empty here; the job that keeps generations logs the error.
    if (!(await this.folder.has(generation).catch(() => false))) throw new Unavailable();
  }
}
