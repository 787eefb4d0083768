import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

const LOOK_EVERY_MS = 10_000;
const QUIET_BELOW = 0.01;
/** The growth of the heap that is worth two pauses of some 35 ms. */
const WORTH_BYTES = 10 * 1024 * 1024;

/**
 * Returns memory to the system once a process has become quiet. V8 means to do so by itself, but it measures allocation
 * only while it collects: it takes a process that idles after a load for a busy one, which keeps the memory that it needed
 * then.
 */
export class QuietCollection {
  #keptBytes = 0;

  private constructor(private readonly collect: () => void) {}

  /** The collection of this process, if it was started with `--expose-gc`. */
  static ofProcess(): QuietCollection | undefined {
    const { gc } = globalThis;
    return gc && new QuietCollection(() => gc({ type: 'major', flavor: 'last-resort' }));
  }

  /**
   * Collects if the process was busy for less than a hundredth of the time since the last look (`utilization`, from 0 to 1),
   * and its heap has grown by 10 MiB since the last collection. Returns whether it collected.
   */
  look(utilization: number): boolean {
    const quiet = utilization < QUIET_BELOW;
    if (!quiet || heapBytes() < this.#keptBytes + WORTH_BYTES) return false;
    this.collect();
    this.#keptBytes = heapBytes();
    return true;
  }
}

/** Collects whenever this process has become quiet, if it was started with `--expose-gc`. */
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
