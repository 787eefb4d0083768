import { Inject, Injectable } from '@nestjs/common';
import { BadConfiguration, Database, LOG, type Log } from '@pks/platform';
import { Embedder } from '../search/embedder.ts';
import { GenerationsRepository } from '../search-index/generations.repository.ts';
import { IndexFolder } from '../search-index/index-folder.ts';
import { isOf, type SearchGeneration } from '../search-index/search-generation.entity.ts';

/** Begins generations of the search index. */
@Injectable()
export class GenerationBeginning {
  constructor(
    private readonly generations: GenerationsRepository,
    private readonly folder: IndexFolder,
    private readonly embedder: Embedder,
    private readonly database: Database,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /**
   * Begins a generation of the configured model if none has its passages in the folder, and retires generations whose passages are not
   * there. Returns all generations; none if some are lost and nothing can be written to the folder, because then they may come back.
   */
  async ensured(): Promise<SearchGeneration[]> {
    for (;;) {
      const live = await this.generations.live();
      const lost = await this.lostOf(live);
      const isLeft = live.some((generation) => !lost.includes(generation) && this.isOfModel(generation));
      if (lost.length > 0 && !this.isWritable()) return [];
      const isBegun = (lost.length > 0 || !isLeft) && (await this.begin(lost));
      // Check again after a generation was begun: the folder may have passages of another index under its number.
      if (!isBegun) return this.generations.all();
    }
  }

  /**
   * Retires the lost generations and begins a new one in one transaction; the new one is searched if no other is. Returns whether it was
   * begun: if no generation of the model is left, or to replace a lost one that was being built.
   */
  private begin(lost: readonly SearchGeneration[]): Promise<boolean> {
    return this.database.transaction(async () => {
      await this.generations.retire(lost.map(({ number }) => number));
      const live = await this.generations.live();
      const isThere = live.some((generation) => this.isOfModel(generation));
      const isReplaced = lost.some(
        (generation) => generation.state === 'building' && this.isOfModel(generation),
      );
      return (!isThere || isReplaced) && this.generations.begin(this.embedder);
    });
  }

  private isOfModel(generation: SearchGeneration): boolean {
    return isOf(generation, this.embedder);
  }

  private async lostOf(live: readonly SearchGeneration[]): Promise<SearchGeneration[]> {
    const lost: SearchGeneration[] = [];
    for (const generation of live) if (!(await this.folder.has(generation))) lost.push(generation);
    if (lost.length > 0)
      this.log.warn(
        { generations: lost.map(({ number }) => number) },
        `the search index is not in ${this.folder.path}: it is gone, not mounted, or another one is there`,
      );
    return lost;
  }

  private isWritable(): boolean {
    try {
      this.folder.make();
      return true;
    } catch (error) {
      if (error instanceof BadConfiguration) return false;
      throw error;
    }
  }
}
