import { Inject, Injectable } from '@nestjs/common';
import { Clock, Jobs, LOG, type Log } from '@pks/platform';
import { GenerationsRepository } from '../search-index/generations.repository.ts';
import { fillGeneration } from '../search-index/index-jobs.ts';
import type { SearchGeneration } from '../search-index/search-generation.entity.ts';
import { fillingOf, keyOf } from './filling-passes.ts';
import { LackingSourcesRepository } from './lacking-sources.repository.ts';

/** If a pass over all sources has not ended after this time, it may have failed: another one begins. Milliseconds. */
const PASS_MS = 600_000;

/** Builds generations of the search index. */
@Injectable()
export class GenerationBuilding {
  constructor(
    private readonly generations: GenerationsRepository,
    private readonly lacking: LackingSourcesRepository,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Has a generation filled, and uses it for searches once it is complete. */
  async proceed({ number, isFilled }: SearchGeneration): Promise<void> {
    await (isFilled ? this.promote(number) : this.fill(number));
  }

  /** Uses a filled generation for searches, unless it still lacks something. */
  async promote(number: number): Promise<void> {
    if (await this.lacking.any(number)) return;
    if (await this.generations.promote(number))
      this.log.info({ generation: number }, 'search index complete, now in use');
  }

  private async fill(number: number): Promise<void> {
    const filling = fillingOf(number, Math.floor(this.clock.now().getTime() / PASS_MS));
    await this.jobs.add(fillGeneration, filling, { key: keyOf(filling) });
  }

  /** Retires a generation that no process will complete. */
  async giveUp({ number, model }: SearchGeneration): Promise<void> {
    await this.generations.giveUp(number);
    this.log.warn({ generation: number, model }, 'search index build abandoned: its model is not configured');
  }
}
