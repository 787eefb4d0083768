/** A message that waits for the end of the turn. */
type Send = () => void;

/**
 * Sends the messages of one turn of the event loop in one write. Under load, the system call is most of the cost of a
 * message, at both ends and in the broker.
 */
export class Outgoing {
  private waiting: Send[] = [];

  /** `onError` is called for a message that cannot be sent; the others are sent nevertheless. */
  constructor(private readonly onError: (error: unknown) => void) {}

  add(send: Send): void {
    if (this.waiting.push(send) === 1) setImmediate(() => this.flush());
  }

  flush(): void {
    const sends = this.waiting;
    this.waiting = [];
    for (const send of sends) this.attempt(send);
  }

  /** Discards the messages that wait. */
  clear(): void {
    this.waiting = [];
  }

  private attempt(send: Send): void {
    try {
      send();
    } catch (error) {
      this.onError(error);
    }
  }
}
