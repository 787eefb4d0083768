import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

const LOOK_EVERY_MS = 10_000;
const QUIET_BELOW = 0.01;
/** What is collected is worth two pauses of some 35 ms. */
const WORTH_BYTES = 10 * 1024 * 1024;

/**
 * Returns memory to the system once a process has become quiet. V8 means to do so by itself, but it measures how much is
 * allocated only while it collects: a process that does nothing after a load is taken for one under load, and keeps what it
 * needed then.
 */
export class QuietCollection {
  #keptBytes = 0;

  private constructor(private readonly collect: () => void) {}

  /** That of this process, where it was started with `--expose-gc`. */
  static ofProcess(): QuietCollection | undefined {
    const { gc } = globalThis;
    return gc && new QuietCollection(() => gc({ type: 'major', flavor: 'last-resort' }));
  }

  /**
   * Collects if the process was busy for less than a hundredth of the time since the last look (`utilization`, from 0 to 1),
   * and its heap has grown by 10 MiB since it was collected last. Returns whether it did.
   */
  look(utilization: number): boolean {
    const quiet = utilization < QUIET_BELOW;
    if (!quiet || heapBytes() < this.#keptBytes + WORTH_BYTES) return false;
    this.collect();
    this.#keptBytes = heapBytes();
    return true;
  }
}

/** Collects whenever this process has become quiet, where it was started with `--expose-gc`. */
export function collectWhenQuiet(): void {
  const collection = QuietCollection.ofProcess();
  if (!collection) return;
  let seen = performance.eventLoopUtilization();
  const look = (): void => {
    const now = performance.eventLoopUtilization();
    collection.look(performance.eventLoopUtilization(now, seen).utilization);
    seen = now;
  };
  setInterval(look, LOOK_EVERY_MS).unref();
}

function heapBytes(): number {
  return getHeapStatistics().total_heap_size;
}
