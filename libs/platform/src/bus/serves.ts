import type { Caller, Contract, RequestOf, ResponseOf, Rpc, WhoOf } from '@pks/contracts';
import { MessagePattern } from '@nestjs/microservices';
import { type KeyedRequest, takeKeyedRequest } from '../calls/keyed-request.ts';
import { type Answer, answerOf, outcomeOf } from './answers.ts';
import { declareController, declareHandler, wrapMethod } from './nest-handlers.ts';

/**
 * Conditions of a call that need a query to another service: checked before the call is carried out and outside of any
 * transaction, also of the one that an idempotency key brings. What a check throws is the answer, and is not stored. A
 * request that was answered under its key is answered again without them; of requests that arrive at several replicas at the
 * same time under one key, each may check them.
 */
export type Before<C extends Contract> = {
  readonly [M in keyof C['calls']]?: (
    request: RequestOf<C['calls'][M]>,
    caller: WhoOf<C['calls'][M]>,
  ) => Promise<void>;
};

/** The controller of a contract: a method for each of its calls, and conditions of some of them. */
export type Service<C extends Contract> = {
  [M in keyof C['calls']]: (
    request: RequestOf<C['calls'][M]>,
    caller: WhoOf<C['calls'][M]>,
  ) => Promise<Answer<ResponseOf<C['calls'][M]>>>;
} & { readonly before?: Before<C> };

type Handler = (this: object, request: object, caller: Caller | null) => unknown;

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
 * and the caller as `@Ctx()`. Does not compile when a method is missing or has another type.
 */
export function Serves<C extends Contract>(contract: C) {
  return <T extends abstract new (...dependencies: never[]) => Service<C>>(controller: T): void => {
    declareController(controller);
    for (const [name, rpc] of Object.entries<Rpc>(contract.calls)) {
      wrapMethod(controller, name, (method) => effectOf(rpc, name, method) as typeof method);
      declareHandler(controller, name, MessagePattern(rpc.subject, { rpc }), rpc.request);
    }
  };
}

/**
 * The method with the parts that are innermost, within all guards, pipes and interceptors: its condition first, then
 * its effect, once for each idempotency key, in one transaction with the stored answer.
 */
function effectOf(rpc: Rpc, name: string, method: Handler): Handler {
  return function (this: Conditional, request, caller) {
    const condition = this.before?.[name];
    const keyed = takeKeyedRequest();
    const effect = () => method.call(this, request, caller);
    const carryOut = () => (keyed ? once(rpc, keyed, effect) : effect());
    if (!condition) return carryOut();
    const both = async () => {
      await condition.call(this, request, caller);
      return carryOut();
    };
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
