import { type Msg, type NatsConnection, type Subscription, connect } from '@nats-io/transport-node';
import { Unavailable } from '../errors/fault.ts';
import type { Log } from '../logging/log.ts';
import { Outgoing } from './outgoing.ts';
import { type ServerAddress, serverAddress } from './server-address.ts';

type OnMessage = (message: Msg) => void;

interface Wish {
  readonly subject: string;
  readonly queue: string | undefined;
  readonly onMessage: OnMessage;
  readonly onReady: (subscription: Subscription) => void;
}

/** Between attempts to connect. Milliseconds. */
const RETRY_MS = 200;
/** Of a message that the server takes, what is left to its headers. Bytes. */
const HEADER_ROOM = 16 * 1024;
/** A server that does not answer an attempt for this long is away. Milliseconds. */
const ATTEMPT_MS = 5_000;

/** The process's one connection to NATS. It may be away for any time: this reconnects for ever, and says meanwhile that it is away. */
export class BusConnection {
  private readonly address: ServerAddress;
  private nats: NatsConnection | undefined;
  private up = false;
  /** How often the connection was lost. */
  private loss = 0;
  private closing = false;
  private retry: NodeJS.Timeout | undefined;
  private refusal: string | undefined;
  private wishes: Wish[] = [];
  private readonly losses: (() => void)[] = [];
  private readonly outgoing: Outgoing;

  /** Takes one address, or those of a cluster with commas between them. */
  constructor(
    url: string,
    private readonly name: string,
    private readonly log: Log,
  ) {
    this.address = serverAddress(url);
    this.outgoing = new Outgoing((error) => this.log.error({ err: error }, 'a message could not be sent'));
  }

  /** Whether messages get through now. */
  get connected(): boolean {
    return this.up;
  }

  /** Begins to connect, and returns at once. */
  open(): void {
    void this.connect();
  }

  /** How often the connection was lost. */
  get outages(): number {
    return this.loss;
  }

  /** The client of the library, for what this class does not do. @throws Unavailable while NATS is away. */
  get native(): NatsConnection {
    if (!this.nats || !this.up) throw new Unavailable();
    return this.nats;
  }

  /** Subscribes as soon as there is a connection; resolves then, and never when it is closed before. */
  subscribe(subject: string, onMessage: OnMessage, queue?: string): Promise<Subscription> {
    return new Promise((onReady) => {
      if (this.closing) return;
      const wish = { subject, onMessage, queue, onReady };
      if (this.nats) this.grant(wish, this.nats);
      else this.wishes.push(wish);
    });
  }

  /** Calls back each time that the connection is lost: what was under way will not be answered. */
  onLoss(callback: () => void): void {
    this.losses.push(callback);
  }

  /** @throws Unavailable while NATS is away: nothing is kept to be sent later. RangeError for a body that it does not take. */
  publish(
    subject: string,
    body: Uint8Array | string,
    options?: Parameters<NatsConnection['publish']>[2],
  ): void {
    const { nats } = this;
    if (!nats || !this.up) throw new Unavailable();
    if (body.length > (nats.info?.max_payload ?? 0) - HEADER_ROOM)
      throw new RangeError('The message is too large.');
    this.outgoing.add(() => nats.publish(subject, body, options));
  }

  /** Resolves when the server has taken what was sent, or is away. */
  async flush(): Promise<void> {
    this.outgoing.flush();
    if (this.up) await this.nats?.flush().catch(() => undefined);
  }

  /** Lets what was sent go out, then ends the connection for good; at once when there is none. */
  async close(): Promise<void> {
    this.closing = true;
    clearTimeout(this.retry);
    this.wishes = [];
    const { nats } = this;
    if (!nats || nats.isClosed()) return;
    this.outgoing.flush();
    if (this.up && !nats.isDraining()) await nats.drain().catch(() => undefined);
    this.up = false;
    await nats.close();
  }

  private async connect(): Promise<void> {
    const nats = await this.attempt().catch((error: unknown) => this.refused(error));
    if (!nats) return;
    if (this.closing) return nats.close();
    this.nats = nats;
    this.up = true;
    void this.watch(nats);
    void nats.closed().then((error) => this.closed(error));
    for (const wish of this.wishes.splice(0)) this.grant(wish, nats);
  }

  private attempt(): Promise<NatsConnection> {
    return connect({
      ...this.address,
      name: this.name,
      timeout: ATTEMPT_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RETRY_MS,
      reconnectJitter: 100,
      ignoreAuthErrorAbort: true,
      pingInterval: 5_000,
      maxPingOut: 2,
      noAsyncTraces: true,
    });
  }

  /** Tries again; each reason is told once. */
  private refused(error: unknown): undefined {
    if (this.closing) return undefined;
    const reason = String(error);
    if (reason !== this.refusal) this.log.warn({ reason }, 'NATS cannot be reached; trying until it can');
    this.refusal = reason;
    this.retry = setTimeout(() => this.open(), RETRY_MS);
    return undefined;
  }

  private grant(wish: Wish, nats: NatsConnection): void {
    const { subject } = wish;
    const subscription = nats.subscribe(subject, {
      ...(wish.queue === undefined ? {} : { queue: wish.queue }),
      callback: (error, message) => {
        if (error) this.log.error({ err: error, subject }, 'subscription failed');
        else this.deliver(wish, message);
      },
    });
    wish.onReady(subscription);
  }

  /** A message that cannot be handled is told of and left: thrown on, it would end the reading of the connection. */
  private deliver(wish: Wish, message: Msg): void {
    try {
      wish.onMessage(message);
    } catch (error) {
      this.log.error({ err: error, subject: wish.subject }, 'a message could not be handled');
    }
  }

  private async watch(nats: NatsConnection): Promise<void> {
    for await (const status of nats.status()) {
      if (status.type === 'disconnect') this.lost();
      else if (status.type === 'reconnect') void this.regained(nats);
    }
  }

  private lost(): void {
    this.up = false;
    this.loss += 1;
    this.outgoing.clear();
    if (!this.closing) this.log.warn('NATS is away');
    for (const callback of this.losses) callback();
  }

  /** It is back once it has heard again what is subscribed to: before, it would tell others that nobody is there. */
  private async regained(nats: NatsConnection): Promise<void> {
    const { loss } = this;
    const heard = await nats.flush().then(
      () => true,
      () => false,
    );
    if (!heard || loss !== this.loss) return;
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
