/** The current time. It is injected, so that a test can set it. */
export abstract class Clock {
  abstract now(): Date;

  /** Milliseconds since some moment, to measure how long something takes: changes of the system's clock do not affect them. */
  elapsed(): number {
    return performance.now();
  }
}

/** The system's clock. */
export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
