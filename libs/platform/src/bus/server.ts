import type { Msg } from '@nats-io/transport-node';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import type { Caller, Rpc } from '@pks/contracts';
import type { BusSeal } from '../calls/bus-seal.ts';
import { authorizedCaller } from '../calls/call-access.ts';
import { type CallContext, within } from '../calls/call-context.ts';
import { inProject } from '../calls/project-scope.ts';
import { KeyedRequest, withinKeyed } from '../calls/keyed-request.ts';
import type { OnceOnly, Outcome } from '../calls/outcome.ts';
import { Fault, type FaultData, Forbidden, Internal, NotFound, Unavailable } from '../errors/fault.ts';
import { bothUsers } from '../logging/both-users.ts';
import type { Log } from '../logging/log.ts';
import type { Clock } from '../time/clock.ts';
import { outcomeOf } from './answers.ts';
import { CallLanes, type LaneSizes } from './call-lanes.ts';
import type { ChunkLimits } from './chunks.ts';
import type { BusConnection } from './connection.ts';
import { failureIn } from './failed-call.ts';
import { LateRequests } from './late-requests.ts';
import { resultOf } from './nest-handlers.ts';
import { Replies } from './replies.ts';
import { RequestVerifier } from './request-seal.ts';
import { SecretBodies } from './secret-bodies.ts';
import { type ServedCall, projectOf, readJson, servedCall } from './served-call.ts';
import type { Subscribed } from './subscriptions.ts';
import { HEADER, contextOf, idempotencyOf } from './wire.ts';

type Good = Outcome & { ok: true };

/** How many calls a service accepts, and the queue that it shares with its other replicas. */
export interface ServerOptions extends LaneSizes {
  readonly queue: string;
  readonly deadlineMs: number;
  readonly chunks?: ChunkLimits;
}

/** Called for each call that was answered, refused or expired, for metrics. */
export type OnAnswered = (subject: string, outcome: string, seconds: number) => void;

/** The parts that a server needs. */
export interface ServerParts {
  readonly connection: BusConnection;
  readonly seal: BusSeal;
  readonly clock: Clock;
  readonly log: Log;
  readonly onceOnly?: OnceOnly;
  readonly onAnswered?: OnAnswered;
}

const NOT_SEALED = 'A message was not sealed with CALLER_SECRET, or arrived twice.';
/** The tenant of calls that services make on their own. */
const NOBODY = '';
/** The call of a message whose headers cannot be read. */
const NO_CALL: CallContext = { requestId: 'none', deadline: 0, caller: null };

/**
 * The transport of Nest microservices over the bus: serves the calls of their controllers, bounded and in time. No
 * message and no handler can end it.
 */
export class BusServer extends Server implements CustomTransportStrategy {
  /** The delivery of events handles the errors of consumers. */
  override readonly propagatesEventHandlerErrors = true;
  private readonly calls = new Map<string, ServedCall>();
  private readonly verifier: RequestVerifier;
  private readonly bodies: SecretBodies;
  private readonly lanes: CallLanes;
  private readonly replies: Replies;
  private readonly late: LateRequests;
  /** The calls that were accepted and have no answer yet. */
  private readonly unanswered = new Map<Msg, readonly [ServedCall | undefined, CallContext]>();
  private subscriptions: Subscribed[] = [];
  private stopping = false;

  constructor(
    private readonly parts: ServerParts,
    private readonly options: ServerOptions,
  ) {
    super();
    const { connection, seal, clock, log } = parts;
    this.verifier = new RequestVerifier(seal);
    this.bodies = new SecretBodies(seal);
    this.lanes = new CallLanes(options, clock);
    this.replies = new Replies(connection, log, options.chunks);
    this.late = new LateRequests(log, clock);
  }

  /** Calls that run or wait, and long replies that are being sent. */
  get load(): number {
    return this.lanes.load + this.replies.sending;
  }

  /** Calls that wait for their turn. */
  get waiting(): number {
    return this.lanes.waiting;
  }

  /** Called by Nest for each handler of its controllers. Consumers of the same event are kept apart: each has its own events. */
  override addHandler(
    pattern: string,
    handler: MessageHandler,
    isEventHandler = false,
    extras: Readonly<Record<string, unknown>> = {},
  ): void {
    const name = isEventHandler ? `${String(extras['consumer'])} ${pattern}` : pattern;
    super.addHandler(name, handler, isEventHandler, extras);
  }

  /** Begins to accept calls; calls back once it has subscribed, for which it waits for NATS. */
  listen(callback: (error?: unknown) => void): void {
    this.open().then(() => callback(), callback);
  }

  /** Accepts no more calls, finishes those that it accepted, and resolves when all of them are answered. */
  async close(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.subscriptions.map((one) => this.end(one)));
    await this.lanes.drained();
    await this.replies.drained();
    await this.parts.connection.flush();
  }

  /**
   * Answers the calls that still run or wait with `Unavailable`, because their process is about to end. Running calls go on, and
   * may take effect; waiting calls are not begun. Returns their number.
   */
  async abandon(): Promise<number> {
    const calls = [...this.unanswered];
    for (const [message, [call, context]] of calls) this.refuse(message, call, context, new Unavailable());
    await this.parts.connection.flush();
    return calls.length;
  }

  /** The connection reports when it is lost; there are no other events. */
  override on(): never {
    throw new Error('The bus has no events of a server.');
  }

  override unwrap<T>(): T {
    return this.parts.connection as T;
  }

  private async open(): Promise<void> {
    for (const [pattern, handler] of this.getHandlers()) {
      if (!handler.isEventHandler) this.calls.set(pattern, servedCall(pattern, handler));
    }
    this.replies.open();
    const { connection } = this.parts;
    const subjects = new Set([...this.calls.keys()].map((subject) => subject.replace(/\.[^.]+$/, '.*')));
    this.subscriptions = await Promise.all(
      [...subjects].map((subject) =>
        connection.subscribe(subject, (message) => this.receive(message), this.options.queue),
      ),
    );
    if (this.stopping) for (const one of this.subscriptions) one.unsubscribe();
    await connection.flush();
  }

  /** Messages on their way still arrive. While NATS is away there are none, and none may arrive once it is back. */
  private async end(subscribed: Subscribed): Promise<void> {
    if (this.parts.connection.connected) await subscribed.drain();
    else subscribed.unsubscribe();
  }

  private receive(message: Msg): void {
    const call = this.calls.get(message.subject);
    let context = NO_CALL;
    try {
      if (!this.verifier.admits(message)) throw new Forbidden(undefined, { cause: new Error(NOT_SEALED) });
      context = contextOf(message.headers, Math.max(this.options.deadlineMs, call?.rpc.lastsMs ?? 0));
      this.late.note(message, context);
      const { deadline } = context;
      const work = {
        deadline,
        begin: () => this.answer(message, call, context),
        expire: () => this.expire(message, call, context),
        refuse: (fault: Fault) => this.refuse(message, call, context, fault),
      };
      this.unanswered.set(message, [call, context]);
      this.lanes.of(call?.rpc).run(work, tenantOf(context));
    } catch (error) {
      this.refuse(message, call, context, error);
    }
  }

  private refuse(message: Msg, call: ServedCall | undefined, context: CallContext, error: unknown): void {
    const fault = this.faultOf(error, message, context);
    this.unanswered.delete(message);
    this.replies.send(message, { ok: false, fault });
    this.record(call, context, fault.kind, 0);
  }

  private expire(message: Msg, call: ServedCall | undefined, context: CallContext): void {
    if (this.unanswered.delete(message)) this.record(call, context, 'expired', 0);
  }

  /** Resolves with the bytes of request and answer; 0 if no tenant called, because services call each other for all tenants. */
  private async answer(message: Msg, call: ServedCall | undefined, context: CallContext): Promise<number> {
    if (!this.unanswered.has(message)) return 0;
    const begun = performance.now();
    const outcome = await this.outcome(message, call, context);
    if (!this.unanswered.delete(message)) return 0;
    this.replies.send(message, outcome);
    this.record(call, context, outcome.ok ? 'ok' : outcome.fault.kind, performance.now() - begun);
    if (tenantOf(context) === NOBODY) return 0;
    return message.data.length + (outcome.ok ? outcome.body.length : 0);
  }

  private async outcome(message: Msg, call: ServedCall | undefined, context: CallContext): Promise<Outcome> {
    let keyed: KeyedRequest | undefined;
    try {
      if (!call) throw new NotFound(`No service handles ${message.subject}.`);
      const body = readJson(this.bodies.open('request', call.rpc, message.reply ?? '', message.data));
      const service = message.headers?.get(HEADER.service) || null;
      const caller = authorizedCaller(call.rpc, { caller: context.caller, service }, body);
      const request = call.parser.parse(body);
      keyed = call.rpc.isReading ? undefined : this.keyedRequest(message, caller);
      const handle = () => resultOf(call.handler, request, caller);
      const scoped = () => inProject(projectOf(call.rpc, caller, request), handle);
      const answer = await within(context, keyed ? withinKeyed.bind(null, keyed, scoped) : scoped);
      const outcome = this.closed(call.rpc, message, outcomeOf(call.rpc, answer));
      return keyed?.replayed ? { ...outcome, replayed: true } : outcome;
    } catch (error) {
      const fault = this.faultOf(error, message, context);
      return keyed?.replayed ? { ok: false, fault, replayed: true } : { ok: false, fault };
    }
  }

  private closed(rpc: Rpc, { reply = '' }: Msg, outcome: Good): Good {
    return rpc.isSecret
      ? { ...outcome, body: this.bodies.close('answer', rpc, reply, outcome.body) }
      : outcome;
  }

  private keyedRequest(message: Msg, caller: Caller | null): KeyedRequest | undefined {
    const { onceOnly } = this.parts;
    const idempotency = idempotencyOf(message.headers);
    if (!onceOnly || !caller || !idempotency) return undefined;
    return new KeyedRequest(idempotency, caller, onceOnly);
  }

  /** Returns what the caller sees of an error, and logs the rest. */
  private faultOf(error: unknown, message: Msg, context: CallContext): FaultData {
    const notes = { request_id: context.requestId, subject: message.subject };
    if (!(error instanceof Fault)) {
      this.parts.log.error({ err: error, ...notes }, 'a handler failed');
      return new Internal().data;
    }
    const why = error.cause === undefined ? failureIn(error, context.requestId) : { err: error.cause };
    if (why) this.parts.log.warn({ ...why, ...notes }, 'a call could not be carried out');
    return error.data;
  }

  private record(call: ServedCall | undefined, context: CallContext, outcome: string, ms: number): void {
    const subject = call?.rpc.subject ?? 'unknown';
    this.parts.onAnswered?.(subject, outcome, ms / 1000);
    this.parts.log.info({
      request_id: context.requestId,
      call: subject,
      outcome,
      ...bothUsers(context.caller),
      ms: Math.round(ms * 10) / 10,
    });
  }
}

/** The tenant whose turn a call takes: its project, else its user, else the client's address. */
function tenantOf({ caller, clientAddress = NOBODY }: CallContext): string {
  return caller?.project?.id ?? caller?.user_id ?? clientAddress;
}
