import { Injectable } from '@nestjs/common';
import { Clock, Limiter, type Limits } from '@pks/platform';

/** How many answers models work on at a time in a process. None is queued, because answers take long. */
const TURNS: Limits = { concurrency: 64, queue: 0, mostOfOne: 32, mostBesideOthers: 16 };

/** Limits how many answers language models work on at a time, and how many of them one project may have. */
@Injectable()
export class ModelTurns {
  private readonly turns: Limiter;

  constructor(clock: Clock) {
    this.turns = new Limiter(TURNS, clock);
  }

  /** Begins a turn and returns the function that ends it. @throws Overloaded or Throttled when models are working on too many answers. */
  enter(projectId: string): Promise<() => void> {
    return this.turns.enter(Infinity, projectId);
  }
}
