import type { AccessRule, Field, RequestOf, Rpc } from '@pks/contracts';
import { fieldsOf } from '@pks/contracts';
import type { ErrorDetails } from './error-details.ts';
import type { Tag } from './tags.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Statuses of errors that a route declares; the document adds those of every route (404 of no route, 413, 503, …). An unknown
 * project is answered with 404 if the route declares it, and with 403 otherwise (decisions 1).
 */
export type ErrorStatus = 400 | 401 | 403 | 404 | 409;

/** A call that users may make. */
export type PublicRpc = Rpc<object, unknown, AccessRule>;

/** What a route does to a session. */
export type SessionPart = 'begins' | 'keeps' | 'ends';

/** One endpoint: the guard, the OpenAPI document and the tests of the matrix read only this. */
export interface Route {
  readonly method: Method;
  /** The path under the base URL, with its trailing slash and `{parameters}`. */
  readonly path: string;
  readonly rpc: PublicRpc;
  /** Who may call it, as the contract of the call declares. */
  readonly access: AccessRule;
  /** The permission that the service checks as well, for the place that the body names. */
  readonly serviceAccess?: AccessRule;
  readonly status: 200 | 201 | 202 | 204;
  readonly errors: readonly ErrorStatus[];
  /** What the document adds to the description of an error. */
  readonly errorNotes?: Readonly<Partial<Record<ErrorStatus, string>>>;
  /** What the bodies of errors may contain beside their sentence, by status. */
  readonly errorDetails?: Readonly<Record<number, ErrorDetails>>;
  readonly summary: string;
  /** What it does and why to call it; who may call it follows from `access`. */
  readonly description: string;
  readonly tag: Tag;
  /** The limit of its body (decisions 1). Bytes. */
  readonly bodyLimit: number;
  /** `X-Impersonate-Email` has an effect on this route (decisions 2). */
  readonly impersonation?: true;
  /** Answers with server-sent events: changes, for which `rpc` is called repeatedly, or an answer, which `rpc` begins or follows. */
  readonly stream?: 'changes' | 'answer';
  /** Accepts files in a form; `rpc` is called once they are written. */
  readonly upload?: true;
  /** Accepts a form as well as JSON: its `file` is this field of the request, its other fields are the other fields. */
  readonly formFile?: string;
  /** Answers with the bytes of a file, which `rpc` describes. */
  readonly file?: true;
  /** Accepts a form, and ignores it: mail clients send one (RFC 8058). */
  readonly ignoresForm?: true;
  /** The body is the value of this field of the request; instead of a list of objects, a single object may be sent. */
  readonly bodyIs?: string;
  /** Runs a tool: errors in the request are answered in the shape of tools' errors (decisions 7). */
  readonly isRun?: true;
  /** A parameter of the query that only admins may give another value, which the service checks too. */
  readonly adminUnless?: AdminUnless;
  /** A DELETE that has a body: the other fields of the request. */
  readonly confirmed?: true;
  /** Begins, keeps or ends a session, whose token this service's own pages keep in a cookie (ADR 26). */
  readonly session?: SessionPart;
  /** The name of the operation, if several routes make the same call. */
  readonly operation?: string;
}

/** A parameter of the query, and the value that everybody who may use the route may give it. */
export interface AdminUnless {
  readonly parameter: string;
  readonly is: string;
}

export const MIB = 1024 * 1024;

/** The limit of bodies on routes that need no credential. Bytes. */
const OPEN_BODY = 16 * 1024;
/** The limit on most routes. */
export const BODY = MIB;
/** The limit on routes that accept the payload of an artifact, or a transcript. */
export const PAYLOAD_BODY = 4 * MIB;

/** What the declaration of a route contains beside its path and its call. */
type RouteNotes = Pick<
  Route,
  | 'serviceAccess'
  | 'errors'
  | 'errorNotes'
  | 'errorDetails'
  | 'summary'
  | 'description'
  | 'ignoresForm'
  | 'formFile'
  | 'bodyIs'
  | 'isRun'
  | 'adminUnless'
  | 'operation'
  | 'session'
> &
  Partial<Pick<Route, 'bodyLimit'>>;

/** The names of a path's parameters. */
type ParametersOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersOf<Rest>
  : never;

/** Compiles only if every parameter of the path is a field of the call's request. */
type PathFor<P extends string, R extends PublicRpc> = ParametersOf<P> extends keyof RequestOf<R> ? P : never;

type Declare = <const P extends string, R extends PublicRpc>(
  path: PathFor<P, R> & P,
  rpc: R,
  notes: RouteNotes,
) => Omit<Route, 'tag'>;

const declaring =
  (method: Method, status: Route['status']): Declare =>
  (path, rpc, notes) => {
    const bodyLimit = rpc.access === 'anyone' ? OPEN_BODY : BODY;
    return { bodyLimit, ...notes, access: rpc.access, method, status, path, rpc };
  };

/** Reads something: 200. */
export const get = declaring('GET', 200);
/** Streams changes as they happen: server-sent events. */
export const stream: Declare = (path, rpc, notes) => ({ ...get(path, rpc, notes), stream: 'changes' });
/** Follows an answer while it is made: server-sent events. */
export const followed: Declare = (path, rpc, notes) => ({ ...get(path, rpc, notes), stream: 'answer' });
/** Asks, and follows the answer while it is made: server-sent events. */
export const asked: Declare = (path, rpc, notes) => ({ ...act(path, rpc, notes), stream: 'answer' });
/** Downloads a file. */
export const file: Declare = (path, rpc, notes) => ({ ...get(path, rpc, notes), file: true });
/** Creates something: 201. */
export const create = declaring('POST', 201);
/** Creates something from files: 201. */
export const upload: Declare = (path, rpc, notes) => ({ ...create(path, rpc, notes), upload: true });
/** Does something: 200. */
export const act = declaring('POST', 200);
/** Accepts a request without showing its result: 202. */
export const take = declaring('POST', 202);
/** Does something whose response has no body: 204. */
export const discard = declaring('POST', 204);
/** Changes some fields: 200. */
export const change = declaring('PATCH', 200);
/** Deletes something: 204, no body. */
export const remove = declaring('DELETE', 204);

/** Deletes something that the body has to name: 204, no body. */
export const removeConfirmed: Declare = (path, rpc, notes) => ({
  ...remove(path, rpc, notes),
  confirmed: true,
});

/** The routes of a resource, under its name in the document. */
export function routes(tag: Tag, ...declared: Omit<Route, 'tag'>[]): Route[] {
  return declared.map((route) => ({ ...route, tag }));
}

/** Routes on which a caller may act as another user of the project. */
export function impersonable(declared: readonly Route[]): Route[] {
  return declared.map((route) => ({ ...route, impersonation: true }));
}

/** Whether `Idempotency-Key` has an effect: on POST and PATCH routes that change something and need a credential. */
export function takesKey({ method, access, rpc }: Route): boolean {
  return (method === 'POST' || method === 'PATCH') && access !== 'anyone' && !rpc.isReading;
}

/** Whether a GET answers with one object, which clients may cache by its validator. */
export function hasValidator({ method, rpc, stream: endless }: Route): boolean {
  return method === 'GET' && rpc.result.kind === 'one' && !endless;
}

/** Where HTTP carries each field of a route's request. */
export interface FieldPlaces {
  readonly path: readonly Field[];
  readonly query: readonly Field[];
  readonly body: readonly Field[];
}

/** The fields of the body as a client sends them: if the body is an object or a list of objects, those of the object; none if it may be any object. */
export function bodyFieldsOf(route: Route): readonly Field[] {
  const { body } = placesOf(route);
  const whole = body.find(({ name }) => name === route.bodyIs);
  if (!whole) return body;
  return whole.nested ? fieldsOf(whole.nested) : [];
}

/**
 * Path parameters by their names; the other fields in the query if there is no body, else in the body unless declared otherwise. A GET stream and an upload
 * have only path parameters.
 */
export function placesOf(route: Route): FieldPlaces {
  const fields = fieldsOf(route.rpc.request);
  const inPath = (field: Field): boolean => route.path.includes(`{${field.name}}`);
  const bodyless = route.method === 'GET' || (route.method === 'DELETE' && !route.confirmed);
  const inQuery = (field: Field): boolean => !inPath(field) && (bodyless || field.in === 'query');
  if ((route.stream && bodyless) || route.upload) return { path: fields.filter(inPath), query: [], body: [] };
  return {
    path: fields.filter(inPath),
    query: fields.filter(inQuery),
    body: fields.filter((field) => !inPath(field) && !inQuery(field)),
  };
}
