import { Inject, Injectable } from '@nestjs/common';
import { Jobs, LOG, type Log } from '@pks/platform';
import { GenerationsRepository } from '../search-index/generations.repository.ts';
import { fillGeneration } from '../search-index/index-jobs.ts';
import type { SearchGeneration } from '../search-index/search-generation.entity.ts';
import { fillingOf, keyOf } from './generation-filling.ts';
import { LackingSourcesRepository } from './lacking-sources.repository.ts';

/** Builds generations of the search index. */
@Injectable()
export class GenerationBuilding {
  constructor(
    private readonly generations: GenerationsRepository,
    private readonly lacking: LackingSourcesRepository,
    private readonly jobs: Jobs,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Has a generation filled, and uses it for searches once it is complete. */
  async proceed(number: number): Promise<void> {
    const filling = fillingOf(number);
    await this.jobs.add(fillGeneration, filling, { key: keyOf(filling) });
    if (await this.lacking.any(number)) return;
    await this.generations.promote(number);
    this.log.info({ generation: number }, 'search index complete, now in use');
  }

  /** Retires a generation that no process will complete. */
  async giveUp({ number, model }: SearchGeneration): Promise<void> {
    await this.generations.giveUp(number);
    this.log.warn({ generation: number, model }, 'search index build abandoned: its model is not configured');
  }
}
