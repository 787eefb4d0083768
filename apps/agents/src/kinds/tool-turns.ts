import { TOOL_TIME_LIMIT_MS } from '@pks/contracts';
import { type Clock, Limiter, type Limits } from '@pks/platform';
import { ToolError } from './tool-errors.ts';
import type { RunTerms } from './tool-kind.ts';

/** Callers are authorized just before a run; a caller whose run waited for longer than this is authorized again. Milliseconds. */
const AUTHORIZED_MS = 500;

/** A run that waits for a turn. */
export type WaitingRun = Pick<RunTerms, 'projectId' | 'signal' | 'assertMayView'>;

/** Limits how many runs work at a time in the whole process, and shares the turns fairly among projects. */
export class ToolTurns {
  private readonly turns: Limiter;

  constructor(
    limits: Limits,
    private readonly clock: Clock,
  ) {
    this.turns = new Limiter(limits, clock);
  }

  /**
   * Begins the work when it is its project's turn, unless the caller may no longer view the project by then, and returns its result.
   * A run that must end while it waits gives up its place.
   * @throws ToolError once the run must end; Forbidden; as `Limiter.take`.
   */
  async take<T>({ projectId, signal, assertMayView }: WaitingRun, work: () => Promise<T>): Promise<T> {
    const began = this.clock.elapsed();
    const deadline = this.clock.now().getTime() + TOOL_TIME_LIMIT_MS;
    const begin = async (): Promise<T> => {
      if (this.clock.elapsed() - began > AUTHORIZED_MS) await assertMayView();
      signal.throwIfAborted();
      return work();
    };
    try {
      signal.throwIfAborted();
      return await this.turns.take(deadline, projectId, begin, signal);
    } catch (error) {
      throw signal.aborted ? ToolError.timedOut(TOOL_TIME_LIMIT_MS / 1_000) : error;
    }
  }
}
