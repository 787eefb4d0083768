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
   * Begins a generation of the configured model where there is none whose passages are in the folder, and retires those whose passages
   * are not. Returns all generations; none while nothing can be written to the folder, because then the passages may come back.
   */
  async ensured(): Promise<SearchGeneration[]> {
    const lost = await this.lost();
    if (lost.length > 0 && !this.isWritable()) return [];
    await this.database.transaction(async () => {
      await this.generations.retire(lost);
      const live = await this.generations.live();
      if (!live.some((generation) => isOf(generation, this.embedder)))
        await this.generations.begin(this.embedder);
    });
    return this.generations.all();
  }

  private async lost(): Promise<number[]> {
    const lost: number[] = [];
    for (const generation of await this.generations.live())
      if (!(await this.folder.has(generation))) lost.push(generation.number);
    if (lost.length > 0)
      this.log.warn(
        { generations: lost },
        `the search index is not in ${this.folder.path}: it is gone, or not mounted`,
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
