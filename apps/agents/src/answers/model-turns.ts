import { Injectable } from '@nestjs/common';
import { Clock, Limiter, type Limits } from '@pks/platform';

/** Answers that models work on at a time in a process: nothing waits for them, because they take long. */
const TURNS: Limits = { concurrency: 64, queue: 0, mostOfOne: 32, mostBesideOthers: 16 };

/** Bounds how many answers language models work on at a time, shared by projects. */
@Injectable()
export class ModelTurns {
  private readonly turns: Limiter;

  constructor(clock: Clock) {
    this.turns = new Limiter(TURNS, clock);
  }

  /** A function that ends the turn. @throws Overloaded or Throttled where too many answers are worked on. */
  enter(projectId: string): Promise<() => void> {
    return this.turns.enter(Infinity, projectId);
  }
}
