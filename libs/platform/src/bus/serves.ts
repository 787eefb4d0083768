import type { Caller, Contract, RequestOf, ResponseOf, Rpc, WhoOf } from '@pks/contracts';
import { MessagePattern } from '@nestjs/microservices';
import { type KeyedRequest, takeKeyedRequest } from '../calls/keyed-request.ts';
import { type Answer, answerOf, outcomeOf } from './answers.ts';
import { declareController, declareHandler, wrapMethod } from './nest-handlers.ts';

/**
 * Work before some calls that needs another service or takes long. It runs outside any transaction, including the one that an
 * idempotency key opens. Its result is the third argument of the method; an error that it throws is the answer, and is not
 * stored. A request that was answered under its key before is answered again without it; of requests that arrive at several
 * replicas at once under one key, each may do it.
 */
export type Before<C extends Contract> = {
  readonly [M in keyof C['calls']]?: (
    request: RequestOf<C['calls'][M]>,
    caller: WhoOf<C['calls'][M]>,
  ) => Promise<unknown>;
};

/** The result of the work before a method; undefined without such work, and `never` if `B` is `never`. */
type Prepared<B, M extends PropertyKey> =
  B extends Readonly<Record<M, (...call: never[]) => Promise<infer P>>> ? P : undefined;

/**
 * The controller of a contract: a method for each call, and work before some of them. `B` is the type of that work: `Serves` infers it,
 * and the methods' third parameters have to fit it. A class that implements this may leave it out.
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
 * Makes a class the controller of a contract: each of its calls is a `@MessagePattern()` with the request as `@Payload()` and the
 * caller as `@Ctx()`. Does not compile if a method is missing or has another type, or expects an argument that no work prepares.
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
 * The innermost parts of a method, within all guards, pipes and interceptors: first the work before it, then its effect, once
 * for each idempotency key, in one transaction with the stored answer.
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

/** The answer of an effect that runs now, or the stored answer. */
async function once(rpc: Rpc, request: KeyedRequest, effect: () => unknown): Promise<unknown> {
  let answer: unknown;
  const outcome = await request.run(async () => {
    answer = await effect();
    return outcomeOf(rpc, answer);
  });
  return outcome.ok && !outcome.replayed ? answer : answerOf(rpc, outcome);
}
