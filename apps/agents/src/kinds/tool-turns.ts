import { TOOL_TIME_LIMIT_MS } from '@pks/contracts';
import { type Clock, Limiter, type Limits } from '@pks/platform';
import type { RunTerms } from './tool-kind.ts';

/** Whoever ran a tool was authorized just before; who has waited for longer is authorized again. Milliseconds. */
const AUTHORIZED_MS = 500;

/** Who waits for a turn. */
export type WaitingRun = Pick<RunTerms, 'projectId' | 'assertMayView'>;

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
   * @throws Forbidden; as `Limiter.take`.
   */
  take<T>({ projectId, assertMayView }: WaitingRun, work: () => Promise<T>): Promise<T> {
    const began = this.clock.elapsed();
    const deadline = this.clock.now().getTime() + TOOL_TIME_LIMIT_MS;
    return this.turns.take(deadline, projectId, async () => {
      if (this.clock.elapsed() - began > AUTHORIZED_MS) await assertMayView();
      return work();
    });
  }
}
