import { extname } from 'node:path';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { PublishedContent } from '@pks/contracts';
import { Piscina } from 'piscina';
import type { Section } from '../reading/section.ts';

/** TypeScript in the sources, JavaScript in a build: like this file. */
const TASKS = new URL(`./artifact-text-tasks${extname(import.meta.url)}`, import.meta.url);
/** If contents take longer, their thread is terminated; the next contents get another thread. Milliseconds. */
const LONGEST_MS = 10_000;
/** The thread ends when it has had nothing to do for this long. Milliseconds. */
const IDLE_MS = 30_000;
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

/**
 * Extracts the texts of artifacts in a thread of its own, limited in time and memory, so that no content keeps searches
 * waiting. The thread is started on first use, and handles one call at a time.
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

  /** Resolves when the thread is free for the next call. */
  private turn: Promise<unknown> = Promise.resolve();

  /** The texts of published versions, each under its headings. */
  async sectionsOf(published: readonly PublishedContent[]): Promise<Section[][]> {
    if (published.length === 0) return [];
    const sections = this.turn.then(() => this.extracted(published));
    this.turn = sections.catch(() => undefined);
    return sections;
  }

  /** The time limit starts with the task, so a quick one does not time out because it waited for a slow one. */
  private extracted(published: readonly PublishedContent[]): Promise<Section[][]> {
    const signal = AbortSignal.timeout(LONGEST_MS);
    const contents = published.map(({ technical_type, payload }) => ({ technical_type, payload }));
    return this.pool.run(contents, { name: 'sectionsOf', signal }).then((sections: Section[][]) => sections);
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.destroy();
  }
}
