import { Clock } from '@pks/platform';

/** A clock that stands still until a test moves it. */
export class TestClock extends Clock {
  constructor(private time = Date.parse('2026-11-21T12:00:00.000Z')) {
    super();
  }

  override now(): Date {
    return new Date(this.time);
  }

  /** Moves the clock forward. */
  advance(ms: number): void {
    this.time += ms;
  }
}
