import type { Msg, Subscription } from '@nats-io/transport-node';
import type { Caller, Contract, Page, Rpc } from '@pks/contracts';
import { faultOfDatabase } from '../database/database-errors.ts';
import { Fault, type FaultData, Forbidden, Internal, Invalid, NotFound } from '../errors/fault.ts';
import { bothUsers } from '../logging/both-users.ts';
import type { Log } from '../logging/log.ts';
import { type Parser, parserOf } from '../validation/parser.ts';
import { type CallContext, within } from './call-context.ts';
import type { CallerSeal } from './caller-seal.ts';
import { type ChunkLimits, ChunkSender } from './chunks.ts';
import type { BusConnection } from './connection.ts';
import { Limiter } from './limiter.ts';
import { Json, JsonPage } from './serves.ts';
import { CHUNK_BYTES, type Outcome, contextOf, idempotencyOf, replyHeaders } from './wire.ts';

type Handler = (request: object, caller: Caller | null) => Promise<unknown>;

interface ServedCall {
  readonly rpc: Rpc;
  readonly parser: Parser<object>;
  readonly handle: Handler;
  /** Outside of any transaction. */
  readonly before: Handler | undefined;
}

/** Of a controller, what comes before its methods, by their names. */
interface Cautious {
  readonly before?: Readonly<Record<string, Handler>>;
}

export interface ServerOptions {
  readonly queue: string;
  readonly deadlineMs: number;
  readonly concurrency: number;
  readonly queued: number;
  readonly chunks?: ChunkLimits;
}

/** The call of a message whose headers cannot be read. */
const NO_CALL: CallContext = { requestId: 'none', deadline: 0, caller: null };

/** Runs a request that carries an idempotency key: once, whatever happens. */
export interface OnceOnly {
  run(context: CallContext, caller: Caller, work: () => Promise<Outcome>): Promise<Outcome>;
}

/** Told of every call that was answered: for metrics. */
export type OnAnswered = (subject: string, outcome: string, seconds: number) => void;

/** Serves contracts: bounded, in time, and never ended by what a message or a handler does. */
export class BusServer {
  private readonly calls = new Map<string, ServedCall>();
  private readonly limiter: Limiter;
  private readonly chunks: ChunkSender;
  private readonly sending = new Set<Promise<void>>();
  private subscriptions: Subscription[] = [];
  private stopping = false;

  constructor(
    private readonly connection: BusConnection,
    private readonly seal: CallerSeal,
    private readonly options: ServerOptions,
    private readonly log: Log,
    private readonly onceOnly?: OnceOnly,
    private readonly onAnswered: OnAnswered = () => undefined,
  ) {
    this.limiter = new Limiter(options.concurrency, options.queued);
    this.chunks = new ChunkSender(connection, options.chunks);
  }

  /** Calls that are worked on or wait, and replies that are being sent. */
  get load(): number {
    return this.limiter.load + this.sending.size;
  }

  /** Serves a contract by the methods of a controller. */
  serve(contract: Contract, controller: object): void {
    const { before } = controller as Cautious;
    for (const [name, rpc] of Object.entries<Rpc>(contract.calls)) {
      const method = (controller as Record<string, Handler>)[name];
      if (!method) throw new Error(`${rpc.subject} has no handler.`);
      const handle = method.bind(controller);
      this.calls.set(rpc.subject, { rpc, parser: parserOf(rpc.request), handle, before: before?.[name] });
    }
  }

  /** Begins to take calls; resolves once the server is subscribed. */
  async open(): Promise<void> {
    this.chunks.open();
    const subjects = new Set([...this.calls.keys()].map((subject) => subject.replace(/\.[^.]+$/, '.*')));
    this.subscriptions = await Promise.all(
      [...subjects].map((subject) =>
        this.connection.subscribe(subject, (message) => this.receive(message), this.options.queue),
      ),
    );
    if (this.stopping) for (const one of this.subscriptions) one.unsubscribe();
    await this.connection.flush();
  }

  /** Takes no more, finishes what was taken, and resolves when all of it is answered. */
  async drain(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.subscriptions.map((one) => this.end(one)));
    await this.limiter.drained();
    await Promise.allSettled(this.sending);
    await this.connection.flush();
  }

  /** What is on its way still arrives; while NATS is away, nothing is, and nothing must when it is back. */
  private async end(subscription: Subscription): Promise<void> {
    if (this.connection.connected) await subscription.drain().catch(() => undefined);
    else if (!subscription.isClosed()) subscription.unsubscribe();
  }

  private receive(message: Msg): void {
    const call = this.calls.get(message.subject);
    let context = NO_CALL;
    try {
      context = contextOf(message.headers, this.options.deadlineMs);
      const { deadline } = context;
      this.limiter.run({
        deadline,
        begin: () => this.answer(message, call, context),
        expire: () => this.note(call, context, 'expired', 0),
      });
    } catch (error) {
      const fault = this.faultOf(error, message, context);
      void this.reply(message, { ok: false, fault });
      this.note(call, context, fault.kind, 0);
    }
  }

  private async answer(message: Msg, call: ServedCall | undefined, context: CallContext): Promise<void> {
    const begun = performance.now();
    const outcome = await this.outcome(message, call, context);
    const sending = this.reply(message, outcome);
    if (outcome.ok && outcome.afterwards) void Promise.resolve(sending).then(outcome.afterwards);
    this.note(call, context, outcome.ok ? 'ok' : outcome.fault.kind, performance.now() - begun);
  }

  private async outcome(message: Msg, call: ServedCall | undefined, context: CallContext): Promise<Outcome> {
    try {
      if (!call) throw new NotFound(`Nobody serves ${message.subject}.`);
      const caller = context.caller === null ? null : this.seal.open(context.caller);
      if (!caller && !call.rpc.open) throw new Forbidden();
      const request = call.parser.parse(readJson(message.data));
      const idempotency = idempotencyOf(message.headers);
      const work = () => carryOut(call, request, caller);
      const once = this.onceOnly && caller && idempotency ? this.onceOnly : undefined;
      return await within(context, async () => {
        await call.before?.(request, caller);
        return once && caller && idempotency ? once.run({ ...context, idempotency }, caller, work) : work();
      });
    } catch (error) {
      return { ok: false, fault: this.faultOf(error, message, context) };
    }
  }

  /** What an error is to the caller; one that nobody threw for him is told of in the log. */
  private faultOf(error: unknown, message: Msg, context: CallContext): FaultData {
    if (error instanceof Fault) return error.data;
    const known = faultOfDatabase(error);
    const notes = { err: error, request_id: context.requestId, subject: message.subject };
    if (known) this.log.warn(notes, 'a call could not be carried out');
    else this.log.error(notes, 'a handler failed');
    return known?.data ?? new Internal().data;
  }

  /** Gives what is done when a long answer is sent, or given up; any other is on its way at once. */
  private reply(message: Msg, outcome: Outcome): Promise<void> | undefined {
    if (!message.reply) return undefined;
    try {
      if (outcome.ok && outcome.body.length > CHUNK_BYTES) return this.sendChunks(message.reply, outcome);
      const body = outcome.ok ? outcome.body : Buffer.from(JSON.stringify(outcome.fault));
      const headers = replyHeaders(outcome);
      this.connection.publish(message.reply, body, headers ? { headers } : undefined);
    } catch (error) {
      this.unsent(message, outcome, error);
    }
    return undefined;
  }

  /** An answer that cannot be sent as it is becomes one that can: nobody waits for nothing. */
  private unsent(message: Msg, outcome: Outcome, error: unknown): void {
    const fault = error instanceof Fault ? error.data : new Internal().data;
    this.log.warn({ err: error, subject: message.subject }, 'an answer could not be sent');
    const last = !outcome.ok && (outcome.fault.kind === 'internal' || outcome.fault.kind === 'overloaded');
    if (!last && this.connection.connected) void this.reply(message, { ok: false, fault });
  }

  private sendChunks(reply: string, outcome: Outcome & { ok: true }): Promise<void> {
    this.chunks.assertRoomFor(outcome.body.length);
    const sent = this.chunks
      .send(reply, outcome)
      .catch((error: unknown) => this.log.warn({ err: error }, 'an answer could not be sent whole'))
      .finally(() => this.sending.delete(sent));
    this.sending.add(sent);
    return sent;
  }

  private note(call: ServedCall | undefined, context: CallContext, outcome: string, ms: number): void {
    const subject = call?.rpc.subject ?? 'unknown';
    this.onAnswered(subject, outcome, ms / 1000);
    this.log.info({
      request_id: context.requestId,
      call: subject,
      outcome,
      ...bothUsers(context.caller === null ? null : this.seal.open(context.caller)),
      ms: Math.round(ms * 10) / 10,
    });
  }
}

async function carryOut(call: ServedCall, request: object, caller: Caller | null): Promise<Outcome> {
  const value = await call.handle(request, caller);
  if (call.rpc.result.kind === 'nothing') return { ok: true, body: Buffer.alloc(0) };
  if (value === undefined || value === null) throw new Error(`${call.rpc.subject} returned nothing.`);
  if (value instanceof Json) return { ok: true, body: Buffer.from(value.text) };
  if (value instanceof JsonPage) {
    return { ok: true, count: value.count, body: value.bytes, afterwards: value.afterwards };
  }
  if (call.rpc.result.kind !== 'page') {
    const body = Buffer.from(JSON.stringify(value));
    return call.rpc.result.shownOnce ? { ok: true, body, shownOnce: true } : { ok: true, body };
  }
  const { count, results } = value as Page<unknown>;
  return { ok: true, count, body: Buffer.from(JSON.stringify(results)) };
}

function readJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString());
  } catch {
    throw Invalid.field('non_field_errors', 'The message is not JSON.');
  }
}
