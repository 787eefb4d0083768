/** The current time. It is injected, so that a test can set it. */
export abstract class Clock {
  abstract now(): Date;
}

/** The system's clock. */
export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
