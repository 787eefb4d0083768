import { type Msg, type NatsConnection, type Subscription, connect } from '@nats-io/transport-node';
import { Unavailable } from '../errors/fault.ts';
import type { Log } from '../logging/log.ts';

type OnMessage = (message: Msg) => void;

interface Wish {
  readonly subject: string;
  readonly queue: string | undefined;
  readonly onMessage: OnMessage;
  readonly onReady: (subscription: Subscription) => void;
}

/** The process's one connection to NATS. It may be away for any time: this reconnects for ever, and says meanwhile that it is away. */
export class BusConnection {
  private nats: NatsConnection | undefined;
  private up = false;
  private closing = false;
  private readonly wishes: Wish[] = [];
  private readonly losses: (() => void)[] = [];

  constructor(
    private readonly url: string,
    private readonly name: string,
    private readonly log: Log,
  ) {}

  /** Whether messages get through now. */
  get connected(): boolean {
    return this.up;
  }

  /** Begins to connect, and returns at once. */
  open(): void {
    void this.connect();
  }

  /** Subscribes as soon as there is a connection. */
  subscribe(subject: string, onMessage: OnMessage, queue?: string): Promise<Subscription> {
    return new Promise((onReady) => {
      const wish = { subject, onMessage, queue, onReady };
      if (this.nats) this.grant(wish, this.nats);
      else this.wishes.push(wish);
    });
  }

  /** Calls back each time that the connection is lost: what was under way will not be answered. */
  onLoss(callback: () => void): void {
    this.losses.push(callback);
  }

  /** @throws Unavailable while NATS is away: nothing is kept to be sent later. */
  publish(
    subject: string,
    body: Uint8Array | string,
    options?: Parameters<NatsConnection['publish']>[2],
  ): void {
    if (!this.nats || !this.up) throw new Unavailable();
    this.nats.publish(subject, body, options);
  }

  /** Resolves when the server has taken what was sent. */
  async flush(): Promise<void> {
    if (this.up) await this.nats?.flush();
  }

  async close(): Promise<void> {
    this.closing = true;
    if (this.up) await this.nats?.drain();
    else await this.nats?.close();
    this.up = false;
  }

  private async connect(): Promise<void> {
    const { host, username, password } = new URL(this.url);
    try {
      this.nats = await connect({
        servers: host,
        name: this.name,
        ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
        waitOnFirstConnect: true,
        maxReconnectAttempts: -1,
        reconnectTimeWait: 200,
        reconnectJitter: 100,
        pingInterval: 5_000,
        maxPingOut: 2,
        noAsyncTraces: true,
      });
    } catch (error) {
      if (this.closing) return;
      this.log.error({ err: error }, 'NATS refused the connection; trying again');
      setTimeout(() => this.open(), 1_000).unref();
      return;
    }
    this.up = true;
    if (this.closing) return this.close();
    for (const wish of this.wishes.splice(0)) this.grant(wish, this.nats);
    void this.watch(this.nats);
    void this.nats.closed().then((error) => this.closed(error));
  }

  private grant(wish: Wish, nats: NatsConnection): void {
    const subscription = nats.subscribe(wish.subject, {
      ...(wish.queue === undefined ? {} : { queue: wish.queue }),
      callback: (error, message) => {
        if (error) this.log.error({ err: error, subject: wish.subject }, 'subscription failed');
        else wish.onMessage(message);
      },
    });
    wish.onReady(subscription);
  }

  private async watch(nats: NatsConnection): Promise<void> {
    for await (const status of nats.status()) {
      if (status.type === 'disconnect') this.lost();
      else if (status.type === 'reconnect') this.regained();
    }
  }

  private lost(): void {
    this.up = false;
    if (!this.closing) this.log.warn('NATS is away');
    for (const callback of this.losses) callback();
  }

  private regained(): void {
    this.up = true;
    this.log.info('NATS is back');
  }

  private closed(error: unknown): void {
    this.lost();
    if (this.closing) return;
    this.log.fatal({ err: error }, 'the connection to NATS is closed for good');
    process.exitCode = 1;
    process.kill(process.pid, 'SIGTERM');
  }
}
