import type { Caller } from '../caller.ts';
import type { JsonObject } from './fields.ts';
import type { JsonSchema, MessageClass } from './schema.ts';

/** A page of a list as services return it; the gateway writes the envelope of api.md around it. */
export interface Page<T> {
  /** The number of all results, not only those of the page. */
  readonly count: number;
  readonly results: readonly T[];
}

/** What a call returns: one object, a page, a bare list, or nothing. */
export type ResultKind = 'one' | 'page' | 'list' | 'nothing';

/** The declared result of a call; `T` is its type in code. */
export interface Result<T> {
  readonly kind: ResultKind;
  readonly message: MessageClass | undefined;
  /** The JSON Schema of a result that no message declares; without it, any object. */
  readonly schema?: JsonSchema;
  /** The fields of a page's envelope beside those that every list has. */
  readonly beside?: MessageClass;
  /** The result contains a secret that is not stored. */
  readonly shownOnce?: true;
  /** Never set: carries the type. */
  readonly type?: T;
}

/** A page of a list. */
export function page<T extends object>(item: MessageClass<T>): Result<Page<T>> {
  return { kind: 'page', message: item };
}

/** A page of a list whose envelope also has the fields of `beside`. Their values are few and ASCII: a header carries them. */
export function pageWith<T extends object, B extends object>(
  item: MessageClass<T>,
  beside: MessageClass<B>,
): Result<Page<T> & B> {
  return { kind: 'page', message: item, beside };
}

/** A bare array of objects whose fields no contract declares. */
export function objects(): Result<readonly JsonObject[]> {
  return { kind: 'list', message: undefined };
}

/** An object whose fields no contract declares, each a list of texts. */
export const textsByKey: Result<Readonly<Record<string, readonly string[]>>> = {
  kind: 'one',
  message: undefined,
  schema: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
};

/** A bare array, where api.md shows one. */
export function list<T extends object>(item: MessageClass<T>): Result<readonly T[]> {
  return { kind: 'list', message: item };
}

/** One object with a secret, returned only once: a repetition with the same idempotency key does not return it again. */
export function shownOnce<T extends object>(message: MessageClass<T>): Result<T> {
  return { kind: 'one', message, shownOnce: true };
}

/** No result. */
export const nothing: Result<void> = { kind: 'nothing', message: undefined };

/** The services that call others, by the names under which they start. */
export const SERVICE_NAMES = [
  'gateway',
  'identity',
  'knowledge',
  'search',
  'feedback',
  'interviews',
  'agents',
  'notifications',
] as const;
/** The name of one service. */
export type ServiceName = (typeof SERVICE_NAMES)[number];

/**
 * Which users may make a call. `view` and `admin` are permissions in the request's project, `organization_admin` is the
 * role in the request's organization; `user_token` is a user with a token of this service, `authenticated` any caller, and the service
 * decides the rest; `anyone` needs none.
 */
export type AccessRule = 'anyone' | 'authenticated' | 'user_token' | 'view' | 'admin' | 'organization_admin';

/** Services that may make a call, which no user may. */
export interface ServicesOnly {
  readonly services: readonly ServiceName[];
}

/** Who may make a call: users by a rule, or only some services. */
export type CallAccess = AccessRule | ServicesOnly;

/** Declares a call that only services may make: `rpc(ReadLetter).by(service('notifications'))`. */
export function service(...services: readonly [ServiceName, ...ServiceName[]]): ServicesOnly {
  return { services };
}

/** The caller that the handler of a call gets; null if the call does not require a user. */
export type CallerOf<A extends CallAccess> = A extends 'anyone' | ServicesOnly ? null : Caller;

/** A call before its contract has named it. */
export interface RpcDeclaration<
  Request extends object = object,
  Response = unknown,
  A extends CallAccess = CallAccess,
> {
  readonly request: MessageClass<Request>;
  readonly result: Result<Response>;
  /** Who may make the call; the server checks this even if the gateway did. */
  readonly access: A;
  /** The call changes nothing, although HTTP carries it by POST: see `reading`. */
  readonly isReading?: true;
  /** The call takes much processor time: see `costly`. */
  readonly isCostly?: true;
  /** The request or the answer holds a secret: see `secret`. */
  readonly isSecret?: true;
  /** How long the call may take, if longer than the usual deadline: see `lasting`. Milliseconds. */
  readonly lastsMs?: number;
  /** The services that make the call for users, beside the gateway: see `through`. */
  readonly through?: readonly ServiceName[];
  /** To whom a gateway may return a kept answer: see `kept`. */
  readonly keptFor?: 'level' | 'user';
}

/** One call between services: its subject on the bus, and the types and checks at both of its ends. */
export interface Rpc<
  Request extends object = object,
  Response = unknown,
  A extends CallAccess = CallAccess,
> extends RpcDeclaration<Request, Response, A> {
  readonly name: string;
  readonly subject: string;
}

type Declarations = Readonly<Record<string, RpcDeclaration>>;

/** The calls of one resource of a service; the client, the handlers, validation and OpenAPI come from it. */
export interface Contract<D extends Declarations = Declarations> {
  readonly subject: string;
  readonly calls: {
    readonly [M in keyof D]: D[M] extends RpcDeclaration<infer Request, infer Response, infer A>
      ? Rpc<Request, Response, A>
      : never;
  };
}

/** The request of a call. */
export type RequestOf<R> = R extends RpcDeclaration<infer Request> ? Request : never;
/** The result of a call. */
export type ResponseOf<R> = R extends RpcDeclaration<object, infer Response> ? Response : never;
/** The caller that the handler of a call gets. */
export type WhoOf<R> = R extends RpcDeclaration<object, unknown, infer A> ? CallerOf<A> : never;

/** Declares a call: `rpc(CreateArtifact).by('admin').returns(ArtifactDetail)`. Without `by`, it does not compile. */
export function rpc<Request extends object>(request: MessageClass<Request>): CallFor<Request> {
  return {
    by: (access) => ({
      returns<T>(answer: MessageClass<T & object> | Result<T>) {
        const result: Result<T> = typeof answer === 'function' ? { kind: 'one', message: answer } : answer;
        return { request, result, access };
      },
    }),
  };
}

/**
 * Declares a call that changes nothing, although HTTP carries it by POST because its request needs a body: an idempotency key has no
 * effect on it, and nothing of it is stored (decisions 1).
 */
export function reading<D extends RpcDeclaration>(declaration: D): D {
  return { ...declaration, isReading: true };
}

/**
 * Declares a call that takes much processor time, such as hashing a password. A service runs few of these at a time, apart from its
 * other calls, which do not wait for them. Calls beyond that are throttled (429), not queued.
 */
export function costly<D extends RpcDeclaration>(declaration: D): D {
  return { ...declaration, isCostly: true };
}

/**
 * Declares a call whose request or answer holds a password, a token or a key: both cross the bus encrypted, so that nobody who reads
 * the bus learns it.
 */
export function secret<D extends RpcDeclaration>(declaration: D): D {
  return { ...declaration, isSecret: true };
}

/**
 * Declares a call that may take longer than the usual deadline, such as one that waits for a language model. A service runs these in a
 * lane of their own: they mostly wait, and other calls must not wait for them.
 */
export function lasting<D extends RpcDeclaration>(declaration: D, { ms }: { readonly ms: number }): D {
  return { ...declaration, lastsMs: ms };
}

/** Declares a call that services may also make for the user for whom they work, with exactly that user's permissions. */
export function through<D extends RpcDeclaration>(
  declaration: D,
  ...services: readonly [ServiceName, ...ServiceName[]]
): D {
  return { ...declaration, through: services };
}

/**
 * Declares a call about a project whose answer gateways may return again for 100 ms, unless somebody writes to the project: to the
 * same user, or to everybody on the same `level` (admins or other members) if the answer depends on nothing else of the caller.
 */
export function kept<D extends RpcDeclaration>(declaration: D, keptFor: 'level' | 'user'): D {
  return { ...declaration, keptFor };
}

/** The rules that fit a request: a rule about a project or an organization requires a request that names it. */
type AccessTo<Request extends object> =
  | 'anyone'
  | 'authenticated'
  | 'user_token'
  | ServicesOnly
  | (Request extends { readonly project_id: string } ? 'view' | 'admin' : never)
  | (Request extends { readonly organization_id: string } ? 'organization_admin' : never);

interface CallFor<Request extends object> {
  /** Declares who may make the call. */
  by<const A extends AccessTo<Request>>(access: A): CallBy<Request, A>;
}

interface CallBy<Request extends object, A extends CallAccess> {
  /** Returns one object. */
  returns<T extends object>(answer: MessageClass<T>): RpcDeclaration<Request, T, A>;
  /** Returns a page, a list, or nothing. */
  returns<T>(answer: Result<T>): RpcDeclaration<Request, T, A>;
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
