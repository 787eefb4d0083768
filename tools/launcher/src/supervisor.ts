import { setTimeout as sleep } from 'node:timers/promises';

const USUAL_FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const CALM_MS = 60_000;

/** Starts what ended by itself again, waiting longer each time that it ends soon. */
export class Supervisor {
  private readonly restart: (name: string) => Promise<void>;
  private readonly tell: (sentence: string) => void;
  private readonly signal: AbortSignal;
  private readonly firstWaitMs: number;
  private readonly waits = new Map<string, { wait: number; at: number }>();

  constructor(options: {
    restart: (name: string) => Promise<void>;
    tell: (sentence: string) => void;
    signal: AbortSignal;
    firstWaitMs?: number;
  }) {
    this.restart = options.restart;
    this.tell = options.tell;
    this.signal = options.signal;
    this.firstWaitMs = options.firstWaitMs ?? USUAL_FIRST_WAIT_MS;
  }

  /** Takes care of one end; never rejects. */
  async ended(name: string, code: number | null): Promise<void> {
    const wait = this.nextWait(name);
    this.tell(
      `${name} ended (${code === null ? 'by a signal' : `code ${code}`}): starting it again in ${wait / 1_000} s.`,
    );
    try {
      await sleep(wait, undefined, { signal: this.signal });
      await this.restart(name);
    } catch (error) {
      if (this.signal.aborted) return;
      this.tell(`${name} could not be started: ${error instanceof Error ? error.message : String(error)}`);
      await this.ended(name, null);
    }
  }

  private nextWait(name: string): number {
    const last = this.waits.get(name);
    const calm = last === undefined || Date.now() - last.at > CALM_MS + last.wait;
    const wait = calm ? this.firstWaitMs : Math.min(last.wait * 2, LONGEST_WAIT_MS);
    this.waits.set(name, { wait, at: Date.now() });
    return wait;
  }
}
