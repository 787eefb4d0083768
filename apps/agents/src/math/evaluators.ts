import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '@pks/platform';
import { ToolTurns, type WaitingRun } from '../kinds/tool-turns.ts';
import type { Answer } from './answer.ts';
import { type EvaluationLimits, Evaluator } from './evaluator.ts';

const LIMITS: EvaluationLimits = { seconds: 5, memoryMb: 256 };
/** Two processes, of which a project uses one at a time: no project keeps all others waiting. */
const TURNS = { concurrency: 2, mostOfOne: 1, queue: 64 };
/** A process ends when it has had nothing to do for this long. Milliseconds. */
const IDLE_MS = 30_000;

/**
 * Evaluates expressions in a few processes, which are started on first use and keep nothing of an expression: starting a
 * process for each would take a hundred times as long as most expressions.
 */
@Injectable()
export class Evaluators implements OnModuleDestroy {
  private readonly turns: ToolTurns;
  private readonly all = new Set<Evaluator>();
  private readonly idle = new Map<Evaluator, NodeJS.Timeout>();

  constructor(clock: Clock) {
    this.turns = new ToolTurns(TURNS, clock);
  }

  /** The answer to a project's expression. @throws ToolError when it exceeds the limits; as `ToolTurns.take`. */
  evaluate(expression: string, run: WaitingRun): Promise<Answer> {
    return this.turns.take(run, async () => {
      const evaluator = this.take();
      try {
        return await evaluator.evaluate(expression, run.signal);
      } finally {
        this.giveBack(evaluator);
      }
    });
  }

  async onModuleDestroy(): Promise<void> {
    const running = [...this.all];
    for (const evaluator of running) this.end(evaluator);
    await Promise.all(running.map(({ ended }) => ended));
  }

  private take(): Evaluator {
    for (const [evaluator, timer] of this.idle) {
      clearTimeout(timer);
      this.idle.delete(evaluator);
      if (evaluator.isUsable) return evaluator;
    }
    return this.start();
  }

  private start(): Evaluator {
    const evaluator = new Evaluator(LIMITS);
    this.all.add(evaluator);
    void evaluator.ended.then(() => this.all.delete(evaluator));
    return evaluator;
  }

  private giveBack(evaluator: Evaluator): void {
    if (!evaluator.isUsable) return this.end(evaluator);
    const timer = setTimeout(() => this.end(evaluator), IDLE_MS);
    this.idle.set(evaluator, timer.unref());
  }

  private end(evaluator: Evaluator): void {
    clearTimeout(this.idle.get(evaluator));
    this.idle.delete(evaluator);
    evaluator.stop(new Error('The evaluating process was ended.'));
  }
}
