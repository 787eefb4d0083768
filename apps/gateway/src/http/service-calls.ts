import { Injectable } from '@nestjs/common';
import type { Caller, RequestOf, ResponseOf, Rpc } from '@pks/contracts';
import {
  BusClient,
  type CallAnswer,
  type CallContext,
  ChunkedBody,
  DeadlineExceeded,
  type Reply,
  noteFailedCall,
} from '@pks/platform/process';
import { GatewayConfig } from '../gateway.config.ts';
import { type Answered, KeptAnswers } from '../kept/kept-answers.ts';
import { Fingerprints } from './fingerprints.ts';
import type { KeyedRequest } from './idempotency-header.ts';
import { ServiceTurns, type Turn } from './service-turns.ts';

/** The request for which a service is called. */
export interface CallOrigin extends Omit<CallContext, 'deadline' | 'idempotency'> {
  /** The request with its idempotency key, if it has one. */
  readonly keyed?: KeyedRequest;
  /** How much of the request's time looking up its caller has taken. Milliseconds. */
  readonly spentMs?: number;
}

/** The same for a call that waits for its turn. */
export interface WaitingOrigin extends CallOrigin {
  /** The caller when the turn comes, authorized again if waiting took long. @throws Fault */
  readonly present?: () => Promise<Caller | null>;
}

/** Calls services, each time with the configured deadline, or that of the call if it is later. */
@Injectable()
export class ServiceCalls {
  private readonly fingerprints: Fingerprints;

  constructor(
    private readonly bus: BusClient,
    private readonly config: GatewayConfig,
    private readonly turns: ServiceTurns,
    private readonly kept: KeptAnswers,
  ) {
    this.fingerprints = new Fingerprints(config.callerSecret);
  }

  /** Makes a call and reads the reply. @throws Fault */
  call<R extends Rpc>(rpc: R, request: RequestOf<R>, origin: CallOrigin): Promise<ResponseOf<R>> {
    return this.kept.settle(rpc, request, () => this.bus.call(rpc, request, this.contextOf(rpc, origin)));
  }

  /** Makes a call, reads the reply, and says whether it was replayed for the same idempotency key. @throws Fault */
  answer<R extends Rpc>(
    rpc: R,
    request: RequestOf<R>,
    origin: CallOrigin,
  ): Promise<CallAnswer<ResponseOf<R>>> {
    return this.kept.settle(rpc, request, () => this.bus.answer(rpc, request, this.contextOf(rpc, origin)));
  }

  /** Makes a call and passes the reply's bytes through unread. @throws Fault */
  forward<R extends Rpc>(rpc: R, request: RequestOf<R>, origin: CallOrigin): Promise<Reply> {
    return this.kept.settle(rpc, request, () => this.bus.forward(rpc, request, this.contextOf(rpc, origin)));
  }

  /**
   * Forwards a call when the tenant's turn comes, as the caller at that moment; the deadline includes the wait. A recent answer may be
   * repeated from memory. At the end of a lasting call, its caller is authorized again: the call is carried out, but a caller whose
   * access was withdrawn meanwhile gets neither its answer nor its error. @throws Fault
   */
  forwardInTurn<R extends Rpc>(
    tenant: string,
    rpc: R,
    request: RequestOf<R>,
    { present: lookUp, ...origin }: WaitingOrigin,
  ): Promise<Reply> {
    const context = this.contextOf(rpc, origin);
    const present = lookUp && inTime(lookUp, context);
    const forward = async (): Promise<Answered> => {
      const caller = present ? await present() : origin.caller;
      return { reply: await this.bus.forward(rpc, request, { ...context, caller }), caller };
    };
    const ask = (): Promise<Answered> => this.turns.take(this.turnOf(tenant, rpc, context), forward);
    const asked = { rpc, request, caller: origin.caller, present };
    const answer = this.kept.settle(rpc, request, () => this.kept.answer(asked, ask));
    return rpc.lastsMs === undefined || !present ? answer : checkedAgain(answer, present);
  }

  /** Makes a call when the tenant's turn comes, never answers from memory, and reads the reply. @throws Fault */
  callInTurn<R extends Rpc>(
    tenant: string,
    rpc: R,
    request: RequestOf<R>,
    { present, ...origin }: WaitingOrigin,
  ): Promise<ResponseOf<R>> {
    const context = this.contextOf(rpc, origin);
    const call = async (): Promise<ResponseOf<R>> => {
      const caller = present ? await inTime(present, context)() : origin.caller;
      return this.bus.call(rpc, request, { ...context, caller });
    };
    return this.kept.settle(rpc, request, () => this.turns.take(this.turnOf(tenant, rpc, context), call));
  }

  private turnOf(tenant: string, rpc: Rpc, { deadline }: CallContext): Turn {
    return { service: serviceLineOf(rpc), lasts: rpc.lastsMs !== undefined, tenant, deadline };
  }

  private contextOf({ lastsMs = 0 }: Rpc, { spentMs = 0, keyed, ...origin }: CallOrigin): CallContext {
    const deadline = Date.now() + Math.max(this.config.requestDeadlineMs, lastsMs) - spentMs;
    if (!keyed) return { ...origin, deadline };
    const { key, operation } = keyed;
    return { ...origin, deadline, idempotency: { key, operation, fingerprint: this.fingerprints.of(keyed) } };
  }
}

/** Several calls of one contract look up a caller. */
const CALLER_UNKNOWN = { call: 'identity.access', failure: 'no_answer' } as const;

/** A look-up that ends with the deadline of the call for which it is made. @throws DeadlineExceeded */
function inTime<T>(lookUp: () => Promise<T>, { deadline }: CallContext): () => Promise<T> {
  return () => {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const giveUp = (): void => reject(noteFailedCall(new DeadlineExceeded(), CALLER_UNKNOWN));
    const timer = setTimeout(giveUp, Math.max(0, deadline - Date.now()));
    return Promise.race([lookUp(), late]).finally(() => clearTimeout(timer));
  };
}

/** The answer, unless the caller is refused by then: one that they do not get is left, because its sender keeps it until it is read. */
async function checkedAgain(answer: Promise<Reply>, present: () => Promise<unknown>): Promise<Reply> {
  try {
    return await answer.finally(present);
  } catch (error) {
    const { body } = await answer.catch(() => ({ body: null }));
    if (body instanceof ChunkedBody) body.leave();
    throw error;
  }
}

/** The line in which a call waits: that of its service. A service's lasting calls have a line of their own, so that no other call waits for them. */
export function serviceLineOf({ subject, lastsMs }: Rpc): string {
  const service = subject.slice(0, subject.indexOf('.'));
  return lastsMs === undefined ? service : `${service}, lasting`;
}
