import { Injectable } from '@nestjs/common';
import type { Contract, Page, RequestOf, ResponseOf, WhoOf } from '@pks/contracts';

/** An answer whose JSON is already made: it is sent as it is. */
export class Json<T> {
  /** Never set: it carries the type. */
  declare readonly type?: T;

  constructor(readonly text: string) {}
}

/** A page whose results are JSON already: their bytes are sent as they are, and the number of all results beside them. */
export class JsonPage<T> {
  /** Never set: it carries the type. */
  declare readonly type?: T;

  /** What is to be done once the page is sent, or given up, comes last. */
  constructor(
    readonly count: number,
    readonly bytes: Uint8Array,
    readonly afterwards?: () => void,
  ) {}
}

/** What a handler gives: the answer, or its JSON. */
export type Answer<T> = T | (T extends Page<infer Item> ? JsonPage<Item> : Json<T>);

/**
 * What must be so before a call is carried out, where another service has to be asked for it: done outside of any
 * transaction, also of that which a call with an idempotency key brings. What it throws is the answer, which is not recorded.
 */
export type Before<C extends Contract> = {
  readonly [M in keyof C['calls']]?: (
    request: RequestOf<C['calls'][M]>,
    caller: WhoOf<C['calls'][M]>,
  ) => Promise<void>;
};

/** What a controller of a contract has: a method for each of its calls, and what comes before some of them. */
export type Service<C extends Contract> = {
  [M in keyof C['calls']]: (
    request: RequestOf<C['calls'][M]>,
    caller: WhoOf<C['calls'][M]>,
  ) => Promise<Answer<ResponseOf<C['calls'][M]>>>;
} & { readonly before?: Before<C> };

const served = new WeakMap<object, Contract>();

/** Serves a contract on the bus. Does not compile when a method is missing or has another type. */
export function Serves<C extends Contract>(contract: C) {
  return <T extends abstract new (...dependencies: never[]) => Service<C>>(controller: T): void => {
    served.set(controller, contract);
    Injectable()(controller);
  };
}

/** The contract that a class serves. */
export function contractOf(controller: object): Contract | undefined {
  return served.get(controller);
}
