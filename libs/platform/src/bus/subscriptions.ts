import {
  type Msg,
  type NatsConnection,
  PermissionViolationError,
  type Subscription,
} from '@nats-io/transport-node';
import type { Log } from '../logging/log.ts';

/** Called for each message of a subscription. */
export type OnMessage = (message: Msg) => void;

/** A subscription that can be ended, also if the server granted it only after it had refused it. */
export interface Subscribed {
  /** Ends it; messages on their way still arrive. */
  drain(): Promise<void>;
  unsubscribe(): void;
}

/** What a process subscribes to, however often the server has to be asked. */
export interface SubscriptionRequest {
  readonly subject: string;
  readonly queue: string | undefined;
  readonly onMessage: OnMessage;
  readonly onReady: (subscribed: Subscribed) => void;
}

/** A request for which the server has been asked. */
interface Sent extends SubscriptionRequest {
  /** The latest subscription, even if the server has refused it. */
  subscription?: Subscription;
}

/** The subscriptions of a connection: requested before there is one, and again where the server refused them. */
export class Subscriptions {
  private nats: NatsConnection | undefined;
  /** Requested before there is a connection. */
  private waiting: SubscriptionRequest[] = [];
  private refused: Sent[] = [];

  constructor(private readonly log: Log) {}

  /** A subject that the server refuses; undefined if there is none. */
  get refusedSubject(): string | undefined {
    return this.refused[0]?.subject;
  }

  /** Subscribes as soon as there is a connection. */
  add(request: SubscriptionRequest): void {
    if (this.nats) this.send(request, this.nats);
    else this.waiting.push(request);
  }

  /** Subscribes to what was requested before there was a connection. */
  open(nats: NatsConnection): void {
    this.nats = nats;
    for (const request of this.waiting.splice(0)) this.add(request);
  }

  /** Asks the server again for the subscriptions that it refused. */
  retryRefused(nats: NatsConnection): void {
    for (const request of this.refused.splice(0)) this.send(request, nats);
  }

  private send(request: Sent, nats: NatsConnection): void {
    const { subject, queue } = request;
    request.subscription = nats.subscribe(subject, {
      ...(queue === undefined ? {} : { queue }),
      callback: (error, message) => {
        if (error instanceof PermissionViolationError) this.refused.push(request);
        else if (error) this.log.error({ err: error, subject }, 'subscription failed');
        else this.deliver(request, message);
      },
    });
    request.onReady({
      drain: async () =>
        void (await this.ended(request)
          ?.drain()
          .catch(() => undefined)),
      unsubscribe: () => this.ended(request)?.unsubscribe(),
    });
  }

  /** Asks for a subscription no more. Returns the latest one, unless it is closed. */
  private ended(request: Sent): Subscription | undefined {
    this.refused = this.refused.filter((other) => other !== request);
    return request.subscription?.isClosed() ? undefined : request.subscription;
  }

  /** Logs and drops a message that cannot be handled: a thrown error would end the reading of the connection. */
  private deliver({ subject, onMessage }: SubscriptionRequest, message: Msg): void {
    try {
      onMessage(message);
    } catch (error) {
      this.log.error({ err: error, subject }, 'message could not be handled');
    }
  }
}
