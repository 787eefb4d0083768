import type { Caller } from '../caller.ts';
import type { MessageClass } from './schema.ts';

/** A page of a list as services answer it; the gateway writes the envelope of api.md around it. */
export interface Page<T> {
  /** The number of all results, not only those of the page. */
  readonly count: number;
  readonly results: readonly T[];
}

/** What a call answers: one object, a page, a bare list, or nothing. */
export type ResultKind = 'one' | 'page' | 'list' | 'nothing';

/** The declared answer of a call; `T` is its type in code. */
export interface Result<T> {
  readonly kind: ResultKind;
  readonly message: MessageClass | undefined;
  /** Holds a secret that is kept nowhere. */
  readonly shownOnce?: true;
  /** Never set: it carries the type. */
  readonly type?: T;
}

/** A page of a list. */
export function page<T extends object>(item: MessageClass<T>): Result<Page<T>> {
  return { kind: 'page', message: item };
}

/** A bare array, where api.md shows one. */
export function list<T extends object>(item: MessageClass<T>): Result<readonly T[]> {
  return { kind: 'list', message: item };
}

/** One object that holds a secret: it is shown this once, also where the request is repeated under an idempotency key. */
export function shownOnce<T extends object>(message: MessageClass<T>): Result<T> {
  return { kind: 'one', message, shownOnce: true };
}

/** No answer but that it is done. */
export const nothing: Result<void> = { kind: 'nothing', message: undefined };

/** A call before its contract has named it; `Who` is the caller that its handler is given. */
export interface RpcDeclaration<Request extends object, Response, Who = Caller | null> {
  readonly request: MessageClass<Request>;
  readonly result: Result<Response>;
  /** Served without a caller: what comes before one is known, such as logging in. */
  readonly open: boolean;
  /** Never set: it carries the type. */
  readonly who?: Who;
}

/** One call between services: its subject on the bus, and the types and checks at both of its ends. */
export interface Rpc<
  Request extends object = object,
  Response = unknown,
  Who = Caller | null,
> extends RpcDeclaration<Request, Response, Who> {
  readonly name: string;
  readonly subject: string;
}

type Declarations = Readonly<Record<string, RpcDeclaration<object, unknown>>>;

/** The calls of one resource of a service; the client, the handlers, validation and OpenAPI come from it. */
export interface Contract<D extends Declarations = Declarations> {
  readonly subject: string;
  readonly calls: {
    readonly [M in keyof D]: D[M] extends RpcDeclaration<infer Request, infer Response, infer Who>
      ? Rpc<Request, Response, Who>
      : never;
  };
}

export type RequestOf<R> = R extends RpcDeclaration<infer Request, unknown> ? Request : never;
export type ResponseOf<R> = R extends RpcDeclaration<object, infer Response> ? Response : never;
export type WhoOf<R> = R extends RpcDeclaration<object, unknown, infer Who> ? Who : never;

/** Declares a call: `rpc(CreateArtifact).returns(ArtifactDetail)`. */
export function rpc<Request extends object>(request: MessageClass<Request>): Declaring<Request, Caller> {
  return declaring(request, false);
}

/** Declares a call that nobody need be known for: `openRpc(LogIn).returns(Session)`. */
export function openRpc<Request extends object>(request: MessageClass<Request>): Declaring<Request, null> {
  return declaring(request, true);
}

interface Declaring<Request extends object, Who> {
  /** Answers one object. */
  returns<T extends object>(answer: MessageClass<T>): RpcDeclaration<Request, T, Who>;
  /** Answers a page, a list, or nothing. */
  returns<T>(answer: Result<T>): RpcDeclaration<Request, T, Who>;
}

function declaring<Request extends object, Who>(
  request: MessageClass<Request>,
  open: boolean,
): Declaring<Request, Who> {
  return {
    returns<T>(answer: MessageClass<T & object> | Result<T>): RpcDeclaration<Request, T, Who> {
      const result: Result<T> = typeof answer === 'function' ? { kind: 'one', message: answer } : answer;
      return { request, result, open };
    },
  };
}

/** Names the calls of a resource. Subjects are fixed words: `knowledge.versions.publish-head`. */
export function contract<const D extends Declarations>(subject: string, declarations: D): Contract<D> {
  const calls = Object.fromEntries(
    Object.entries(declarations).map(([name, declaration]) => [
      name,
      { ...declaration, name, subject: `${subject}.${kebab(name)}` },
    ]),
  );
  return { subject, calls: calls as Contract<D>['calls'] };
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
