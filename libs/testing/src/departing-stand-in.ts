import type { TestBus } from './bus.ts';

type Subscription = Awaited<ReturnType<TestBus['connection']['subscribe']>>;

/** The subscriptions of a stand-in, once all of them are in force. */
export type Answering = Promise<readonly Subscription[]>;

/** Answers calls in place of a service, and can go away and come back. It does not check who calls. */
export abstract class DepartingStandIn {
  private leave: () => void = () => undefined;

  constructor(private readonly bus: TestBus) {}

  /** Begins to answer, for the first time or again. */
  async comeBack(): Promise<void> {
    const subscriptions = await this.answering();
    this.leave = () => subscriptions.forEach((subscription) => subscription.unsubscribe());
    await this.bus.connection.flush();
  }

  /** Stops answering. */
  async goAway(): Promise<void> {
    this.leave();
    await this.bus.connection.flush();
  }

  /** Subscribes to all calls that this answers. */
  protected abstract answering(): Answering;

  /** Answers a call with what a function returns for its request. */
  protected answer<T>(subject: string, respond: (request: T) => object): Promise<Subscription> {
    return this.bus.connection.subscribe(subject, (message) => {
      message.respond(JSON.stringify(respond(message.json<T>())));
    });
  }
}
