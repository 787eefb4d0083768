import { type RequestOf, type ResponseOf, type Rpc, type Page } from '@pks/contracts';
import { randomUUID } from 'node:crypto';
import type { Msg, MsgHdrs } from '@nats-io/transport-node';
import { type CallContext, currentCall } from '../calls/call-context.ts';
import type { BusSeal } from '../calls/bus-seal.ts';
import {
  DeadlineExceeded,
  Fault,
  type FaultData,
  Internal,
  Invalid,
  Unavailable,
  isCallersFault,
} from '../errors/fault.ts';
import type { BusConnection } from './connection.ts';
import { type FailedCall, noteFailedCall } from './failed-call.ts';
import { ChunkedBody, type Reply, wholeBody } from './reply.ts';
import { signRequest } from './request-seal.ts';
import { SecretBodies } from './secret-bodies.ts';
import { GONE, HEADER, REQUEST_BYTES, TAKEN, requestHeaders } from './wire.ts';

/** A transfer fails if no chunk arrives for this long. Milliseconds. */
const CHUNK_TIMEOUT_MS = 20_000;

/** The identity with which a process calls services. */
export interface BusIdentity {
  /** The name of its service. */
  readonly name: string;
  readonly seal: BusSeal;
}

interface Waiting {
  readonly rpc: Rpc;
  readonly requestId: string;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
  timer: NodeJS.Timeout;
  chunks: ChunkedBody | undefined;
}

/** The parsed answer of a call. */
export interface CallAnswer<T> {
  readonly value: T;
  /** Whether this is the answer to an earlier call with the same idempotency key. */
  readonly replayed: boolean;
}

/** Calls services. Every call has a deadline; all answers arrive in one inbox. */
export class BusClient {
  private readonly inbox: string;
  private readonly waiting = new Map<string, Waiting>();
  private readonly bodies: SecretBodies;
  private sequence = 0;

  constructor(
    private readonly connection: BusConnection,
    private readonly identity: BusIdentity,
    private readonly chunkTimeoutMs = CHUNK_TIMEOUT_MS,
  ) {
    this.inbox = connection.inbox();
    this.bodies = new SecretBodies(identity.seal);
  }

  /** The number of calls that wait for their answer, or for the rest of it. */
  get pending(): number {
    return this.waiting.size;
  }

  /** Listens for answers. */
  open(): void {
    void this.connection.subscribe(`${this.inbox}.*`, (message) => this.receive(message));
    this.connection.onLoss(() => this.failAll());
  }

  /**
   * Makes a call and parses its answer.
   * @throws Fault as the service threw it; Unavailable when no service handles the call; DeadlineExceeded.
   */
  async call<R extends Rpc>(
    rpc: R,
    request: RequestOf<R>,
    context: CallContext | undefined = currentCall(),
  ): Promise<ResponseOf<R>> {
    if (!context) throw new Error(`${rpc.subject} was called outside a call, without a context.`);
    return (await this.answer(rpc, request, context)).value;
  }

  /** Like `call`, and also says whether the answer is that of an earlier call with the same idempotency key. Throws as `call` does. */
  async answer<R extends Rpc>(
    rpc: R,
    request: RequestOf<R>,
    context: CallContext,
  ): Promise<CallAnswer<ResponseOf<R>>> {
    const reply = await this.forward(rpc, request, context);
    const body = await wholeBody(reply);
    const parsed: unknown = body.length === 0 ? undefined : JSON.parse(Buffer.from(body).toString());
    const value = (rpc.result.kind === 'page' ? pageIn(reply, parsed) : parsed) as ResponseOf<R>;
    return { value, replayed: reply.replayed };
  }

  /** Makes a call and passes the answer's bytes through, unparsed. Throws as `call` does. */
  forward<R extends Rpc>(rpc: R, request: RequestOf<R>, context: CallContext): Promise<Reply> {
    const body = Buffer.from(JSON.stringify(request));
    const { requestId, deadline } = context;
    const remaining = deadline - Date.now();
    if (remaining <= 0)
      return Promise.reject(failed({ rpc, requestId }, new DeadlineExceeded(), 'no_time_left'));
    if (body.length > REQUEST_BYTES)
      return Promise.reject(Invalid.field('non_field_errors', 'The request is too large.'));
    return new Promise((resolve, reject) => {
      const id = randomUUID();
      const timer = setTimeout(() => this.expire(id), remaining);
      this.waiting.set(id, { rpc, requestId, deadline, resolve, reject, timer, chunks: undefined });
      try {
        this.send(rpc, body, `${this.inbox}.${id}`, requestHeaders(context, remaining));
      } catch (error) {
        const failure = error instanceof Unavailable ? 'nats_away' : 'internal';
        this.settle(id, error instanceof Error ? error : new Internal(), failure);
      }
    });
  }

  /** Only sender and receiver know the reply address: nobody else can answer. */
  private send(rpc: Rpc, content: Uint8Array, reply: string, headers: MsgHdrs): void {
    const { subject } = rpc;
    const body = this.bodies.close('request', rpc, reply, content);
    headers.set(HEADER.service, this.identity.name);
    headers.set(HEADER.sequence, String((this.sequence += 1)));
    signRequest(this.identity.seal, headers, { subject, reply, body });
    this.connection.publish(subject, body, { reply, headers });
  }

  private receive(message: Msg): void {
    const id = message.subject.slice(this.inbox.length + 1);
    const waiting = this.waiting.get(id);
    if (!waiting) return this.acknowledge(message, GONE);
    try {
      this.settleBy(message, id, waiting);
    } catch {
      this.settle(id, new Internal(), 'internal');
    }
  }

  private settleBy(message: Msg, id: string, waiting: Waiting): void {
    const { headers } = message;
    if (headers?.has(HEADER.chunk)) return this.receiveChunk(id, waiting, message);
    if (headers?.code === 503) return this.settle(id, new Unavailable(), 'nobody_there');
    if (headers?.has(HEADER.fault)) return this.fail(id, faultIn(message));
    const body = this.bodies.open('answer', waiting.rpc, message.subject, message.data);
    this.forget(id);
    waiting.resolve({ ...notes(message), body });
  }

  private receiveChunk(id: string, waiting: Waiting, message: Msg): void {
    clearTimeout(waiting.timer);
    waiting.chunks ??= this.beginBody(id, waiting, message);
    if (waiting.chunks.add(message)) this.forget(id);
    else waiting.timer = setTimeout(() => this.expire(id), this.chunkTimeoutMs);
  }

  private beginBody(id: string, { deadline, resolve }: Waiting, message: Msg): ChunkedBody {
    const length = Number(message.headers?.get(HEADER.length));
    const digest = message.headers?.get(HEADER.digest) ?? '';
    if (!(length > 0)) throw new Error('A body in chunks arrived without its length.');
    const body = new ChunkedBody(
      { length, digest, deadline },
      {
        taken: (chunk) => this.acknowledge(chunk, TAKEN),
        left: (chunk) => {
          this.forget(id);
          this.acknowledge(chunk, GONE);
        },
      },
    );
    resolve({ ...notes(message), body });
    return body;
  }

  /** Acknowledges a chunk to its sender, or says that no more chunks are wanted. */
  private acknowledge(chunk: Msg, what: string): void {
    if (chunk.reply && this.connection.connected) this.connection.publish(chunk.reply, what);
  }

  private expire(id: string): void {
    this.settle(id, new DeadlineExceeded(), 'no_answer');
  }

  private failAll(): void {
    for (const id of [...this.waiting.keys()]) this.settle(id, new Unavailable(), 'nats_away');
  }

  private fail(id: string, fault: Fault): void {
    this.settle(id, fault, fault.data.kind);
  }

  private settle(id: string, error: Error, failure: FailedCall['failure']): void {
    const waiting = this.waiting.get(id);
    this.forget(id);
    if (waiting) failed(waiting, error, failure);
    if (waiting?.chunks) waiting.chunks.fail(error);
    else waiting?.reject(error);
  }

  private forget(id: string): void {
    clearTimeout(this.waiting.get(id)?.timer);
    this.waiting.delete(id);
  }
}

/** Notes which call failed, unless the request was at fault, or there is no room for it (413). */
function failed<E extends Error>(
  { rpc, requestId }: Pick<Waiting, 'rpc' | 'requestId'>,
  error: E,
  failure: FailedCall['failure'],
): E {
  if (failure === 'too_large' || (error instanceof Fault && isCallersFault(error.data.kind))) return error;
  return noteFailedCall(error, { call: rpc.subject, requestId, failure });
}

function notes(message: Msg): Omit<Reply, 'body'> {
  const { headers } = message;
  const [count, beside] = [headers?.get(HEADER.count), headers?.get(HEADER.beside)];
  return {
    count: count ? Number(count) : undefined,
    replayed: headers?.has(HEADER.replayed) ?? false,
    ...(beside ? { beside } : {}),
  };
}

function pageIn({ count = 0, beside = '{}' }: Reply, results: unknown): Page<unknown> {
  return { ...(JSON.parse(beside) as object), count, results: results as readonly unknown[] };
}

/** A fault that was stored under an idempotency key. */
export class ReplayedFault extends Fault {}

function faultIn(message: Msg): Fault {
  const data = JSON.parse(Buffer.from(message.data).toString()) as FaultData;
  return message.headers?.has(HEADER.replayed) ? new ReplayedFault(data) : new Fault(data);
}
