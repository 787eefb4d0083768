import { extname } from 'node:path';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DeadlineExceeded, Overloaded } from '@pks/platform';
import { Piscina } from 'piscina';
import type * as contentTasks from './content-tasks.ts';

/** TypeScript in the sources, JavaScript in a build: like this file. */
const TASKS = new URL(`./content-tasks${extname(import.meta.url)}`, import.meta.url);
/** A task that takes longer is ended with its thread; the next one gets another thread. Milliseconds. */
const LONGEST_MS = 10_000;
/** More are refused. */
const MOST_WAITING = 64;
/** The thread ends when it has had nothing to do for this long. Milliseconds. */
const IDLE_MS = 30_000;
/** Two contents of 4 MiB, their parts and their difference fit many times. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

type Tasks = typeof contentTasks;
type TaskName = keyof Tasks;

/**
 * Works on the contents of artifacts in a thread of its own, so that no content keeps the service from other requests: one
 * task at a time, limited in time and memory. The thread is started on first use.
 */
@Injectable()
export class ContentThread implements OnModuleDestroy {
  private readonly pool = new Piscina({
    filename: TASKS.href,
    minThreads: 0,
    maxThreads: 1,
    maxQueue: MOST_WAITING,
    idleTimeout: IDLE_MS,
    resourceLimits: LIMITS,
    execArgv: [],
    env: {},
  });

  /**
   * The result of a task.
   * @throws Overloaded when too many tasks wait; DeadlineExceeded for one that takes too long or too much memory.
   */
  async run<Name extends TaskName>(
    name: Name,
    input: Parameters<Tasks[Name]>[0],
  ): Promise<ReturnType<Tasks[Name]>> {
    if (this.pool.queueSize >= MOST_WAITING) throw new Overloaded();
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
