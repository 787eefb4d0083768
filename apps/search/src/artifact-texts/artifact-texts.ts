import { extname } from 'node:path';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { PublishedContent } from '@pks/contracts';
import { Piscina } from 'piscina';
import type { Section } from '../reading/section.ts';

/** TypeScript in the sources, JavaScript in a build: like this file. */
const TASKS = new URL(`./artifact-text-tasks${extname(import.meta.url)}`, import.meta.url);
/** Contents that take longer are given up with their thread; the next ones get another thread. Milliseconds. */
const LONGEST_MS = 10_000;
/** The thread ends when it has had nothing to do for this long. Milliseconds. */
const IDLE_MS = 30_000;
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

/**
 * Extracts the texts of artifacts in a thread of its own, so that no content keeps searches waiting: those of one answer at a
 * time, limited in time and memory. The thread is started on first use.
 */
@Injectable()
export class ArtifactTexts implements OnModuleDestroy {
  private readonly pool = new Piscina({
    filename: TASKS.href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: MEMORY,
    execArgv: [],
    env: {},
  });

  /** Ends when the thread is free for those that are asked for next. */
  private turn: Promise<unknown> = Promise.resolve();

  /** The texts of published versions, each under its headings. */
  async sectionsOf(published: readonly PublishedContent[]): Promise<Section[][]> {
    if (published.length === 0) return [];
    const sections = this.turn.then(() => this.extracted(published));
    this.turn = sections.catch(() => undefined);
    return sections;
  }

  /** The time begins with the task: what is quick is not given up because it waited for something slow. */
  private extracted(published: readonly PublishedContent[]): Promise<Section[][]> {
    const signal = AbortSignal.timeout(LONGEST_MS);
    const contents = published.map(({ technical_type, payload }) => ({ technical_type, payload }));
    return this.pool.run(contents, { name: 'sectionsOf', signal }).then((sections: Section[][]) => sections);
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.destroy();
  }
}
