import { extname } from 'node:path';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Clock, DeadlineExceeded, Limiter, currentCall } from '@pks/platform';
import { Piscina } from 'piscina';
import type * as contentTasks from './content-tasks.ts';

/** TypeScript in the sources, JavaScript in a build: like this file. */
const TASKS = new URL(`./content-tasks${extname(import.meta.url)}`, import.meta.url);
/** A task that takes longer is ended with its thread; the next one gets another thread. Milliseconds. */
const LONGEST_MS = 10_000;
/** Two threads, of which a project uses one at a time: its contents do not keep those of all other projects waiting. */
const LIMITS = { concurrency: 2, mostOfOne: 1, queue: 64 };
/** A thread ends when it has had nothing to do for this long. Milliseconds. */
const IDLE_MS = 30_000;
/** The limits of each thread: two contents of 4 MiB, their parts and their difference fit many times. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

type Tasks = typeof contentTasks;
type TaskName = keyof Tasks;

/**
 * Works on the contents of artifacts in threads of its own, so that no content keeps the service from other requests: one task
 * per project at a time, limited in time and memory. A thread is started on first use.
 */
@Injectable()
export class ContentThread implements OnModuleDestroy {
  private readonly pool = new Piscina({
    filename: TASKS.href,
    minThreads: 0,
    maxThreads: LIMITS.concurrency,
    idleTimeout: IDLE_MS,
    resourceLimits: MEMORY,
    execArgv: [],
    env: {},
  });
  private readonly turns: Limiter;

  constructor(private readonly clock: Clock) {
    this.turns = new Limiter(LIMITS, clock);
  }

  /**
   * The result of a task of a project.
   * @throws Overloaded or Throttled when too many tasks wait; DeadlineExceeded for one that takes too long or too much memory.
   */
  run<Name extends TaskName>(
    projectId: string,
    name: Name,
    input: Parameters<Tasks[Name]>[0],
  ): Promise<ReturnType<Tasks[Name]>> {
    const deadline = currentCall()?.deadline ?? this.clock.now().getTime() + LONGEST_MS;
    return this.turns.take(deadline, projectId, () => this.process(name, input));
  }

  private process<Name extends TaskName>(
    name: Name,
    input: Parameters<Tasks[Name]>[0],
  ): Promise<ReturnType<Tasks[Name]>> {
    const signal = AbortSignal.timeout(LONGEST_MS);
    return this.pool.run(input, { name, signal }).then(
      (result: ReturnType<Tasks[Name]>) => result,
      (error: unknown) => {
        throw signal.aborted || isOutOfMemory(error) ? new DeadlineExceeded() : error;
      },
    );
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.destroy();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
