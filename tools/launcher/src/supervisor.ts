import { setTimeout as sleep } from 'node:timers/promises';

const DEFAULT_FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const CALM_MS = 60_000;

/** Restarts what exits by itself, with a longer delay each time it exits soon after. */
export class Supervisor {
  private readonly restart: (name: string) => Promise<void>;
  private readonly report: (sentence: string) => void;
  private readonly signal: AbortSignal;
  private readonly firstWaitMs: number;
  private readonly waits = new Map<string, { wait: number; at: number }>();

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

  /** Restarts a process that exited; never rejects. */
  async ended(name: string, code: number | null): Promise<void> {
    const wait = this.nextWait(name);
    this.report(
      `${name} ended (${code === null ? 'by a signal' : `code ${code}`}): starting it again in ${wait / 1_000} s.`,
    );
    try {
      await sleep(wait, undefined, { signal: this.signal });
      await this.restart(name);
    } catch (error) {
      if (this.signal.aborted) return;
      this.report(`${name} could not be started: ${error instanceof Error ? error.message : String(error)}`);
      await this.ended(name, null);
    }
  }

  private nextWait(name: string): number {
    const last = this.waits.get(name);
    const calm = last === undefined || performance.now() - last.at > CALM_MS + last.wait;
    const wait = calm ? this.firstWaitMs : Math.min(last.wait * 2, LONGEST_WAIT_MS);
    this.waits.set(name, { wait, at: performance.now() });
    return wait;
  }
}
