/** Something that waits for the end of the turn. */
type Send = () => void;

/**
 * Lets go together of what one turn of the event loop publishes: one write for all of it. Under load the system call is
 * most of what a message costs, at both ends and in the broker.
 */
export class Outgoing {
  private waiting: Send[] = [];

  /** Takes what to do about a message that cannot be sent; the others are sent all the same. */
  constructor(private readonly onError: (error: unknown) => void) {}

  add(send: Send): void {
    if (this.waiting.push(send) === 1) setImmediate(() => this.flush());
  }

  flush(): void {
    const sends = this.waiting;
    this.waiting = [];
    for (const send of sends) this.let(send);
  }

  /** Forgets what waits. */
  clear(): void {
    this.waiting = [];
  }

  private let(send: Send): void {
    try {
      send();
    } catch (error) {
      this.onError(error);
    }
  }
}
