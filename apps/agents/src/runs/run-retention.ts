import { Clock, type Job, type Worker, Works, schedule } from '@pks/platform';
import { ToolRunsRepository } from './tool-runs.repository.ts';

/** How long runs are kept. Milliseconds. */
const KEPT_MS = 30 * 24 * 60 * 60_000;
/** How many runs a transaction deletes. */
const BATCH = 1_000;

/** When old runs are deleted. */
export const runRetention = schedule('tool-run-retention', '50 * * * *');

/** Deletes old runs of tools, a bounded number at a time, until none is left or the process stops. */
@Works(runRetention)
export class RunRetention implements Worker<typeof runRetention> {
  constructor(
    private readonly runs: ToolRunsRepository,
    private readonly clock: Clock,
  ) {}

  async work({ signal }: Job<typeof runRetention>): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    while (!signal.aborted && (await this.runs.deleteOld(before, BATCH)) === BATCH);
  }
}
