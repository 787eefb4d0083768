import type { Log } from './log.ts';

/** Logs why something is retried, unless the reason is the same as before. */
export class RetryLog {
  private reason: string | undefined;

  constructor(
    private readonly log: Log,
    private readonly message: string,
    private readonly fields: object = {},
  ) {}

  failed(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (reason !== this.reason) this.log.warn({ reason, ...this.fields }, this.message);
    this.reason = reason;
  }

  succeeded(): void {
    this.reason = undefined;
  }
}
