import type { Caller, Contract, RequestOf, ResponseOf, Rpc, WhoOf } from '@pks/contracts';
import { MessagePattern } from '@nestjs/microservices';
import { type KeyedRequest, takeKeyedRequest } from '../calls/keyed-request.ts';
import { type Answer, answerOf, outcomeOf } from './answers.ts';
import { declareController, declareHandler, wrapMethod } from './nest-handlers.ts';

/**
 * Work of some calls that needs another service, or takes long: it is done before the call is carried out and outside of any
 * transaction, also of the one that an idempotency key brings. What it resolves with is the third argument of the method; what it
 * throws is the answer, and is not stored. A request that was answered under its key is answered again without it; of requests that
 * arrive at several replicas at the same time under one key, each may do it.
 */
export type Before<C extends Contract> = {
  readonly [M in keyof C['calls']]?: (
    request: RequestOf<C['calls'][M]>,
    caller: WhoOf<C['calls'][M]>,
  ) => Promise<unknown>;
};

/** What the work before a method resolves with; undefined where there is none, and `never` where the type of that work is. */
type Prepared<B, M extends PropertyKey> =
  B extends Readonly<Record<M, (...call: never[]) => Promise<infer P>>> ? P : undefined;

/**
 * The controller of a contract: a method for each of its calls, and work that is done before some of them. `B` is the type of that work:
 * `Serves` infers it, and what a method takes has to fit it. A class that implements this may leave it out.
 */
export type Service<C extends Contract, B = never> = {
  [M in keyof C['calls']]: (
    request: RequestOf<C['calls'][M]>,
    caller: WhoOf<C['calls'][M]>,
    prepared: Prepared<B, M>,
  ) => Promise<Answer<ResponseOf<C['calls'][M]>>>;
} & { readonly before?: Before<C> };

type Handler = (this: object, request: object, caller: Caller | null, prepared?: unknown) => unknown;

/** A controller as its wrapped methods see it. */
interface Conditional {
  readonly before?: Readonly<Record<string, Handler>>;
}

/** The extras of a `@MessagePattern()` of a call. */
export interface CallExtras {
  readonly rpc: Rpc;
}

/**
 * Makes a class the controller of a contract: each of its calls is a `@MessagePattern()` with the request as `@Payload()`
 * and the caller as `@Ctx()`. Does not compile when a method is missing or has another type, nor when it takes what is not prepared
 * for it.
 */
export function Serves<C extends Contract>(contract: C) {
  return <B extends Before<C> = Record<never, never>>(
    controller: abstract new (...dependencies: never[]) => Service<C, B> & { readonly before?: B },
  ): void => {
    declareController(controller);
    for (const [name, rpc] of Object.entries<Rpc>(contract.calls)) {
      wrapMethod(controller, name, (method) => effectOf(rpc, name, method) as typeof method);
      declareHandler(controller, name, MessagePattern(rpc.subject, { rpc }), rpc.request);
    }
  };
}

/**
 * The method with the parts that are innermost, within all guards, pipes and interceptors: what is done before it first, then
 * its effect, once for each idempotency key, in one transaction with the stored answer.
 */
function effectOf(rpc: Rpc, name: string, method: Handler): Handler {
  return function (this: Conditional, request, caller) {
    const before = this.before?.[name];
    const keyed = takeKeyedRequest();
    const carryOut = (prepared?: unknown) => {
      const effect = () => method.call(this, request, caller, prepared);
      return keyed ? once(rpc, keyed, effect) : effect();
    };
    if (!before) return carryOut();
    const both = async () => carryOut(await before.call(this, request, caller));
    if (!keyed) return both();
    return keyed.prepare(async (stored) => (stored ? answerOf(rpc, stored) : both()));
  };
}

/** The answer of an effect that is carried out now, or the stored one. */
async function once(rpc: Rpc, request: KeyedRequest, effect: () => unknown): Promise<unknown> {
  let answer: unknown;
  const outcome = await request.run(async () => {
    answer = await effect();
    return outcomeOf(rpc, answer);
  });
  return outcome.ok && !outcome.replayed ? answer : answerOf(rpc, outcome);
}
