import { setTimeout as sleep } from 'node:timers/promises';

const DEFAULT_FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const CALM_MS = 60_000;

/** Restarts processes that exit by themselves, with a longer delay each time one exits soon after its restart. */
export class Supervisor {
  private readonly restart: (name: string) => Promise<void>;
  private readonly report: (sentence: string) => void;
  private readonly signal: AbortSignal;
  private readonly firstWaitMs: number;
  private readonly waits = new Map<string, number>();
  /** When each process was last restarted successfully. */
  private readonly startedAt = new Map<string, number>();

  constructor(options: {
    restart: (name: string) => Promise<void>;
    report: (sentence: string) => void;
    signal: AbortSignal;
    firstWaitMs?: number;
  }) {
    this.restart = options.restart;
    this.report = options.report;
    this.signal = options.signal;
    this.firstWaitMs = options.firstWaitMs ?? DEFAULT_FIRST_WAIT_MS;
  }

  /** Restarts a process that exited, until it starts; never rejects. */
  async ended(name: string, code: number | null): Promise<void> {
    if (performance.now() - (this.startedAt.get(name) ?? -Infinity) > CALM_MS) this.waits.delete(name);
    const wait = this.nextWait(name);
    this.report(
      `${name} ended (${code === null ? 'by a signal' : `code ${code}`}): starting it again in ${wait / 1_000} s.`,
    );
    await this.startAgain(name, wait);
  }

  private async startAgain(name: string, firstWait: number): Promise<void> {
    for (let wait = firstWait; ;) {
      try {
        await sleep(wait, undefined, { signal: this.signal });
        await this.restart(name);
        this.startedAt.set(name, performance.now());
        return;
      } catch (error) {
        if (this.signal.aborted) return;
        wait = this.nextWait(name);
        const reason = error instanceof Error ? error.message : String(error);
        this.report(`${name} could not be started, and is tried again in ${wait / 1_000} s: ${reason}`);
      }
    }
  }

  private nextWait(name: string): number {
    const last = this.waits.get(name);
    const wait = last === undefined ? this.firstWaitMs : Math.min(last * 2, LONGEST_WAIT_MS);
    this.waits.set(name, wait);
    return wait;
  }
}
