import {
  AuthorizationError,
  type NatsConnection,
  PermissionViolationError,
  type Status,
  connect,
  createInbox,
} from '@nats-io/transport-node';
import { Unavailable } from '../errors/fault.ts';
import type { Log } from '../logging/log.ts';
import { inboxPrefix } from './inbox-prefix.ts';
import { Outgoing } from './outgoing.ts';
import { Refusals } from './refusals.ts';
import { type ServerAddress, serverAddress } from './server-address.ts';
import { type OnMessage, type Subscribed, Subscriptions } from './subscriptions.ts';
import { REQUEST_BYTES } from './wire.ts';

/** The pause between attempts to connect. Milliseconds. */
const RETRY_MS = 200;
/** The part of the largest message that is reserved for its headers. Bytes. */
const HEADER_ROOM = 16 * 1024;
/** An attempt to connect fails after this long. Milliseconds. */
const ATTEMPT_MS = 5_000;

/** The process's only connection to NATS. However long NATS is away, this reconnects. */
export class BusConnection {
  private readonly address: ServerAddress;
  private nats: NatsConnection | undefined;
  private up = false;
  private closing = false;
  private retry: NodeJS.Timeout | undefined;
  private refusal: string | undefined;
  private lossCount = 0;
  private readonly onLossCallbacks: (() => void)[] = [];
  private readonly subscriptions: Subscriptions;
  private readonly refusals: Refusals;
  private readonly outgoing: Outgoing;

  /**
   * Accepts one address, or those of a cluster separated by commas. `name` is the user of NATS whose inbox this process
   * has; `caFile` the PEM file with which certificates are verified.
   */
  constructor(
    url: string,
    private readonly name: string,
    private readonly log: Log,
    caFile?: string,
  ) {
    this.address = serverAddress(url, caFile);
    this.subscriptions = new Subscriptions(log);
    this.refusals = new Refusals(name, log);
    this.outgoing = new Outgoing((error) => this.log.error({ err: error }, 'message could not be sent'));
  }

  /** Whether messages can be sent now. */
  get connected(): boolean {
    return this.up;
  }

  /** Why this process cannot work on the bus; undefined when it can. */
  get notReady(): string | undefined {
    if (!this.up) return this.refusal === undefined ? 'NATS is away.' : `NATS is away: ${this.refusal}`;
    if (this.tooSmall) return this.tooSmall;
    const { refusedSubject } = this.subscriptions;
    return (
      refusedSubject && `NATS refuses the subscription to ${refusedSubject}: its user lacks the permission.`
    );
  }

  /** A new subject for answers to this process, to which no other user of NATS may subscribe. */
  inbox(): string {
    return createInbox(inboxPrefix(this.name));
  }

  /** Starts to connect, and returns immediately. */
  open(): void {
    void this.connect();
  }

  /** Whether the server is part of a cluster: messages between users of two of its servers take a moment longer. */
  get isCluster(): boolean {
    return this.nats?.info?.cluster !== undefined;
  }

  /** How often the connection was lost. */
  get outages(): number {
    return this.lossCount;
  }

  /** The library's own connection, for everything that this class does not offer. @throws Unavailable while NATS is away. */
  get native(): NatsConnection {
    if (!this.nats || !this.up) throw new Unavailable();
    return this.nats;
  }

  /**
   * Resolves once it has subscribed, which it does as soon as there is a connection; never resolves if the connection is
   * closed before. A refusal by the server is logged and appears in `notReady`; the next connection tries again.
   */
  subscribe(subject: string, onMessage: OnMessage, queue?: string): Promise<Subscribed> {
    return new Promise((onReady) => {
      if (!this.closing) this.subscriptions.add({ subject, onMessage, queue, onReady });
    });
  }

  /** Calls back each time that the connection is lost: calls under way will not be answered. */
  onLoss(callback: () => void): void {
    this.onLossCallbacks.push(callback);
  }

  /** @throws Unavailable while NATS is away: messages are not kept to be sent later. RangeError for a body that is too large. */
  publish(
    subject: string,
    body: Uint8Array | string,
    options?: Parameters<NatsConnection['publish']>[2],
  ): void {
    const { nats } = this;
    if (!nats || !this.up) throw new Unavailable();
    if (body.length > this.maxPayload - HEADER_ROOM) throw new RangeError('The message is too large.');
    this.outgoing.add(() => nats.publish(subject, body, options));
  }

  /** Resolves once the server has received everything that was sent, or is away. */
  async flush(): Promise<void> {
    this.outgoing.flush();
    if (this.up) await this.nats?.flush().catch(() => undefined);
  }

  /** Sends the waiting messages, then closes the connection permanently; immediately if there is none. */
  async close(): Promise<void> {
    this.closing = true;
    clearTimeout(this.retry);
    const { nats } = this;
    if (!nats || nats.isClosed()) return;
    this.outgoing.flush();
    if (this.up && !nats.isDraining()) await nats.drain().catch(() => undefined);
    this.up = false;
    await nats.close();
  }

  private get maxPayload(): number {
    return this.nats?.info?.max_payload ?? 0;
  }

  /** Why the server could not receive every request; undefined if it can. */
  private get tooSmall(): string | undefined {
    if (this.maxPayload >= REQUEST_BYTES + HEADER_ROOM) return undefined;
    return `NATS accepts messages up to ${this.maxPayload} bytes only: set max_payload to 8MB in its configuration.`;
  }

  private async connect(): Promise<void> {
    const nats = await this.attempt().catch((error: unknown) => this.refused(error));
    if (!nats) return;
    if (this.closing) return nats.close();
    this.nats = nats;
    this.up = true;
    this.refusal = undefined;
    this.logTooSmall();
    void this.watch(nats);
    void nats.closed().then((error) => this.closed(error));
    this.subscriptions.open(nats);
  }

  /**
   * The servers of a cluster name each other to whoever connects, also to those whom they refuse. The library would try one after the
   * other without a pause, and never reject. So a first connection, which ignores these names, finds out whether it is refused.
   */
  private async attempt(): Promise<NatsConnection> {
    const options = {
      ...this.address,
      name: this.name,
      inboxPrefix: inboxPrefix(this.name),
      timeout: ATTEMPT_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RETRY_MS,
      reconnectJitter: 100,
      ignoreAuthErrorAbort: true,
      pingInterval: 5_000,
      maxPingOut: 2,
      noAsyncTraces: true,
    };
    const accepted = await connect({ ...options, ignoreClusterUpdates: true, reconnect: false });
    await accepted.close();
    return connect(options);
  }

  /** Schedules a retry; logs a reason only if it differs from the one before. */
  private refused(error: unknown): undefined {
    if (this.closing) return undefined;
    const reason = String(error);
    if (reason !== this.refusal) this.log.warn({ reason }, 'NATS unavailable, retrying');
    this.refusal = reason;
    this.retry = setTimeout(() => this.open(), RETRY_MS);
    return undefined;
  }

  private async watch(nats: NatsConnection): Promise<void> {
    for await (const status of nats.status()) {
      if (status.type === 'disconnect') this.lost();
      else if (status.type === 'reconnect') void this.regained(nats);
      else if (status.type === 'error') this.record(status);
    }
  }

  private record({ error }: Extract<Status, { type: 'error' }>): void {
    if (error instanceof PermissionViolationError) this.refusals.record(error);
    // A handshake that timed out says nothing about the password.
    else if (error instanceof AuthorizationError && !/timeout/i.test(error.message)) this.unauthorized(error);
  }

  /** The password was changed, or the user deleted: every attempt to reconnect is refused until an operator corrects that. */
  private unauthorized(error: Error): void {
    const reason = String(error);
    if (reason !== this.refusal && !this.closing)
      this.log.error({ user: this.name, reason }, 'NATS refuses the connection');
    this.refusal = reason;
  }

  /** Also called after a failed attempt to reconnect, which is not logged. */
  private lost(): void {
    if (this.up && !this.closing) this.log.warn('NATS disconnected');
    this.up = false;
    this.lossCount += 1;
    this.outgoing.clear();
    for (const callback of this.onLossCallbacks) callback();
  }

  /** The process counts as connected only once the server has all subscriptions again: until then, the server would answer callers that nobody is there. */
  private async regained(nats: NatsConnection): Promise<void> {
    if (this.closing) return;
    const { lossCount } = this;
    this.subscriptions.retryRefused(nats);
    const flushed = await nats.flush().then(
      () => true,
      () => false,
    );
    if (!flushed || this.closing || lossCount !== this.lossCount) return;
    this.up = true;
    this.refusal = undefined;
    this.log.info('NATS reconnected');
    this.logTooSmall();
  }

  /** A new connection may be to another server, whose configuration may differ. */
  private logTooSmall(): void {
    if (this.tooSmall) this.log.error(this.tooSmall);
  }

  private closed(error: unknown): void {
    this.lost();
    if (this.closing) return;
    this.log.fatal({ err: error }, 'NATS connection closed permanently');
    process.exitCode = 1;
    process.kill(process.pid, 'SIGTERM');
  }
}
