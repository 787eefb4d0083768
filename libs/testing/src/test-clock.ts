import { Clock } from '@pks/platform';

/** A clock that stands still until a test moves it. */
export class TestClock extends Clock {
  private passed = 0;

  constructor(private time = Date.parse('2026-11-21T12:00:00.000Z')) {
    super();
  }

  override now(): Date {
    return new Date(this.time);
  }

  override elapsed(): number {
    return this.passed;
  }

  /** Moves the clock forward, as time passes. */
  advance(ms: number): void {
    this.time += ms;
    this.passed += ms;
  }

  /** Sets the clock back, without any time passing. */
  setBack(ms: number): void {
    this.time -= ms;
  }
}
