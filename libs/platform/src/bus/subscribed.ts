import type { Msg, Subscription } from '@nats-io/transport-node';

/** Called for each message of a subscription. */
export type OnMessage = (message: Msg) => void;

/** A subscription that can be ended, also if the server granted it only after it had refused it. */
export interface Subscribed {
  /** Ends it; messages on their way still arrive. */
  drain(): Promise<void>;
  unsubscribe(): void;
}

/** What a process wants to subscribe to, however often the server has to be asked. */
export interface Wish {
  readonly subject: string;
  readonly queue: string | undefined;
  readonly onMessage: OnMessage;
  readonly onReady: (subscribed: Subscribed) => void;
  /** The present subscription, even if the server has refused it. */
  subscription?: Subscription;
}
