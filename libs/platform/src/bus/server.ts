import type { Msg, Subscription } from '@nats-io/transport-node';
import type { Caller, Contract, Page, Rpc } from '@pks/contracts';
import { Fault, Forbidden, Invalid, NotFound, faultOf } from '../errors/fault.ts';
import type { Log } from '../logging/log.ts';
import { type Parser, parserOf } from '../validation/parser.ts';
import { type CallContext, within } from './call-context.ts';
import type { CallerSeal } from './caller-seal.ts';
import { ChunkSender } from './chunks.ts';
import type { BusConnection } from './connection.ts';
import { Limiter } from './limiter.ts';
import { Json } from './serves.ts';
import { CHUNK_BYTES, type Outcome, contextOf, replyHeaders } from './wire.ts';

type Handler = (request: object, caller: Caller | null) => Promise<unknown>;

interface ServedCall {
  readonly rpc: Rpc;
  readonly parser: Parser<object>;
  readonly handle: Handler;
}

export interface ServerOptions {
  readonly queue: string;
  readonly deadlineMs: number;
  readonly concurrency: number;
  readonly queued: number;
}

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

  constructor(
    private readonly connection: BusConnection,
    private readonly seal: CallerSeal,
    private readonly options: ServerOptions,
    private readonly log: Log,
    private readonly onceOnly?: OnceOnly,
    private readonly onAnswered: OnAnswered = () => undefined,
  ) {
    this.limiter = new Limiter(options.concurrency, options.queued);
    this.chunks = new ChunkSender(connection);
  }

  /** Serves a contract by the methods of a controller. */
  serve(contract: Contract, controller: object): void {
    for (const [name, rpc] of Object.entries(contract.calls) as [string, Rpc][]) {
      const method = (controller as Record<string, Handler>)[name];
      if (!method) throw new Error(`${rpc.subject} has no handler.`);
      this.calls.set(rpc.subject, { rpc, parser: parserOf(rpc.request), handle: method.bind(controller) });
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
    await this.connection.flush();
  }

  /** Takes no more, finishes what was taken, and resolves when all of it is answered. */
  async drain(): Promise<void> {
    if (this.connection.connected) await Promise.all(this.subscriptions.map((one) => one.drain()));
    await this.limiter.drained();
    await Promise.allSettled(this.sending);
    await this.connection.flush();
  }

  private receive(message: Msg): void {
    const context = contextOf(message.headers, this.options.deadlineMs);
    try {
      this.limiter.run(() => this.answer(message, context));
    } catch (error) {
      this.reply(message, { ok: false, fault: faultOf(error) });
      this.note(message, context, 'overloaded', 0);
    }
  }

  private async answer(message: Msg, context: CallContext): Promise<void> {
    if (context.deadline <= Date.now()) return this.note(message, context, 'expired', 0);
    const begun = performance.now();
    const outcome = await this.outcome(message, context);
    this.reply(message, outcome);
    this.note(message, context, outcome.ok ? 'ok' : outcome.fault.kind, performance.now() - begun);
  }

  private async outcome(message: Msg, context: CallContext): Promise<Outcome> {
    try {
      const call = this.calls.get(message.subject);
      if (!call) throw new NotFound(`Nobody serves ${message.subject}.`);
      const caller = context.caller === null ? null : this.seal.open(context.caller);
      if (!caller && !call.rpc.open) throw new Forbidden();
      const request = call.parser.parse(readJson(message.data));
      const work = () => carryOut(call, request, caller);
      return await within(context, () =>
        context.idempotency && this.onceOnly && caller ? this.onceOnly.run(context, caller, work) : work(),
      );
    } catch (error) {
      if (!(error instanceof Fault)) this.logDefect(error, message, context);
      return { ok: false, fault: faultOf(error) };
    }
  }

  private logDefect(error: unknown, message: Msg, context: CallContext): void {
    this.log.error(
      { err: error, request_id: context.requestId, subject: message.subject },
      'a handler failed',
    );
  }

  private reply(message: Msg, outcome: Outcome): void {
    if (!message.reply) return;
    try {
      if (outcome.ok && outcome.body.length > CHUNK_BYTES) return this.sendChunks(message.reply, outcome);
      const body = outcome.ok ? outcome.body : Buffer.from(JSON.stringify(outcome.fault));
      const headers = replyHeaders(outcome);
      this.connection.publish(message.reply, body, headers ? { headers } : undefined);
    } catch (error) {
      this.log.warn({ err: error, subject: message.subject }, 'an answer could not be sent');
    }
  }

  private sendChunks(reply: string, outcome: Outcome & { ok: true }): void {
    const sent = this.chunks
      .send(reply, outcome)
      .catch((error: unknown) => this.log.warn({ err: error }, 'an answer could not be sent whole'))
      .finally(() => this.sending.delete(sent));
    this.sending.add(sent);
  }

  private note(message: Msg, context: CallContext, outcome: string, ms: number): void {
    this.onAnswered(message.subject, outcome, ms / 1000);
    this.log.info({
      request_id: context.requestId,
      call: message.subject,
      outcome,
      ms: Math.round(ms * 10) / 10,
    });
  }
}

async function carryOut(call: ServedCall, request: object, caller: Caller | null): Promise<Outcome> {
  const value = await call.handle(request, caller);
  if (call.rpc.result.kind === 'nothing') return { ok: true, body: Buffer.alloc(0) };
  if (value === undefined || value === null) throw new Error(`${call.rpc.subject} returned nothing.`);
  if (value instanceof Json) return { ok: true, body: Buffer.from(value.text) };
  if (call.rpc.result.kind !== 'page') return { ok: true, body: Buffer.from(JSON.stringify(value)) };
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
