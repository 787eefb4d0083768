/** The current time. It is injected, so that a test can set it. */
export abstract class Clock {
  abstract now(): Date;

  /** Milliseconds from some moment on, to measure how long something takes: no change of the system's clock moves them. */
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
