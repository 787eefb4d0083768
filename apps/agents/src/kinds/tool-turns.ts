import { TOOL_TIME_LIMIT_MS } from '@pks/contracts';
import { type Clock, Limiter, type Limits } from '@pks/platform';
import { ToolError } from './tool-errors.ts';
import type { RunTerms } from './tool-kind.ts';

/** Whoever ran a tool was authorized just before; who has waited for longer is authorized again. Milliseconds. */
const AUTHORIZED_MS = 500;

/** Who waits for a turn. */
export type WaitingRun = Pick<RunTerms, 'projectId' | 'signal' | 'assertMayView'>;

/** Turns of runs whose work is bounded on the whole process, shared fairly by projects. */
export class ToolTurns {
  private readonly turns: Limiter;

  constructor(
    limits: Limits,
    private readonly clock: Clock,
  ) {
    this.turns = new Limiter(limits, clock);
  }

  /**
   * The result of work that begins when it is its project's turn, and not at all for a caller who may not view the project by then.
   * A run that has to end while it waits gives up its place.
   * @throws ToolError once the run has to end; Forbidden; as `Limiter.take`.
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
