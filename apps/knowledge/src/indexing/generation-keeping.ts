import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock, Jobs, LOG, type Log, Unavailable } from '@pks/platform';
import { Embedder } from '../search/embedder.ts';
import { fillingOf, keyOf } from './generation-filling.ts';
import { GenerationsRepository } from './generations.repository.ts';
import { dropGeneration, fillGeneration } from './index-jobs.ts';
import { LackingSourcesRepository } from './lacking-sources.repository.ts';
import { isOf, type SearchGeneration } from './search-generation.entity.ts';

/** Milliseconds. */
const LOOK_EVERY_MS = 5_000;
/** What still reads or writes a retired generation has ended after this. Milliseconds. */
const DROPPED_AFTER_MS = 600_000;
/** So long a generation of a model that is not configured here may be another process's, which is configured anew. Milliseconds. */
const GIVEN_UP_AFTER_MS = 600_000;

/**
 * Sees to it that there is a generation of the configured model, that one which is being built (for a new model, or because the
 * command asked for it) is filled, searched once it lacks nothing, and that one which is retired is dropped.
 */
@Injectable()
export class GenerationKeeping implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private underWay: Promise<void> = Promise.resolve();
  private stopping = false;

  constructor(
    private readonly generations: GenerationsRepository,
    private readonly lacking: LackingSourcesRepository,
    private readonly embedder: Embedder,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.lookIn(0);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    await this.underWay;
  }

  private lookIn(ms: number): void {
    if (this.stopping) return;
    this.timer = setTimeout(() => {
      this.underWay = this.look().then((sooner) => this.lookIn(sooner ? LOOK_EVERY_MS / 10 : LOOK_EVERY_MS));
    }, ms).unref();
  }

  /** Whether it is worth to look again soon. */
  private async look(): Promise<boolean> {
    try {
      await this.beginWhatIsMissing();
      for (const generation of await this.generations.all()) await this.keep(generation);
      return false;
    } catch (error) {
      if (error instanceof Unavailable) return true;
      this.log.warn({ err: error }, 'the search index was not looked after');
      return false;
    }
  }

  private async beginWhatIsMissing(): Promise<void> {
    const live = await this.generations.live();
    if (live.some((generation) => isOf(generation, this.embedder))) return;
    await this.generations.begin(this.embedder);
  }

  private async keep(generation: SearchGeneration): Promise<void> {
    const { number, state } = generation;
    if (state === 'retired') {
      const startAfter = new Date(this.clock.now().getTime() + DROPPED_AFTER_MS);
      await this.jobs.add(dropGeneration, { generation: number }, { key: `${number}`, startAfter });
    } else if (state === 'building' && isOf(generation, this.embedder)) await this.build(number);
    else if (state === 'building') await this.giveUpIfOld(generation);
  }

  private async build(number: number): Promise<void> {
    const filling = fillingOf(number);
    await this.jobs.add(fillGeneration, filling, { key: keyOf(filling) });
    if (await this.lacking.any(number)) return;
    await this.generations.promote(number);
    this.log.info({ generation: number }, 'a search index is complete and searched from now on');
  }

  private async giveUpIfOld({ number, model, createdAt }: SearchGeneration): Promise<void> {
    if (this.clock.now().getTime() - createdAt.getTime() < GIVEN_UP_AFTER_MS) return;
    await this.generations.giveUp(number);
    this.log.warn(
      { generation: number, model },
      'a search index of a model that is not configured is given up',
    );
  }
}
