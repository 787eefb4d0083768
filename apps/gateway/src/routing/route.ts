import type { Field, RequestOf, Rpc } from '@pks/contracts';
import { fieldsOf } from '@pks/contracts';

/**
 * Who may use a route. `view` and `admin` are of the project in the path, `organization_admin` of the organization in
 * the path; `authenticated` is any credential, and the service decides the rest.
 */
export type AccessRule = 'anyone' | 'authenticated' | 'view' | 'admin' | 'organization_admin';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Statuses of errors that a route declares; those of every route (404 of no route, 413, 503, …) are added by the document. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 409;

/** One endpoint: the guard, the OpenAPI document and the tests of the matrix read this and nothing else. */
export interface Route {
  readonly method: Method;
  /** Under the base URL, with its trailing slash and `{parameters}`. */
  readonly path: string;
  readonly rpc: Rpc;
  readonly access: AccessRule;
  /** What the service asks beyond that, of the place that the body names. */
  readonly asks?: AccessRule;
  readonly status: 200 | 201 | 204;
  readonly errors: readonly ErrorStatus[];
  /** What an error of the route says besides, for the document. */
  readonly alsoSays?: Readonly<Partial<Record<ErrorStatus, string>>>;
  readonly summary: string;
  readonly tag: string;
  /** Of the body, in bytes. */
  readonly bodyLimit: number;
  /** `X-Impersonate-Email` counts here, and on no route that does not say so (decisions 2). */
  readonly impersonation?: true;
  /** Answered with server-sent events, which the service is asked for by `rpc` again and again. */
  readonly stream?: true;
  /** Takes files, as a form; `rpc` hears of them when they are written. */
  readonly upload?: true;
  /** Answered with the bytes of a file, of which `rpc` tells. */
  readonly file?: true;
  /** The body is this field of the request: one of its items, or a list of them. */
  readonly bodyIs?: string;
  /** The name of the operation, where several routes ask the same call. */
  readonly operation?: string;
}

export const MIB = 1024 * 1024;

interface RouteNotes {
  readonly access: AccessRule;
  readonly asks?: AccessRule;
  readonly errors: readonly ErrorStatus[];
  readonly alsoSays?: Readonly<Partial<Record<ErrorStatus, string>>>;
  readonly summary: string;
  readonly bodyLimit?: number;
  readonly bodyIs?: string;
  readonly operation?: string;
}

/** The names of a path's parameters. */
type ParametersOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersOf<Rest>
  : never;

/** Compiles only when every parameter of the path is a field of the call's request. */
type PathFor<P extends string, R extends Rpc> = ParametersOf<P> extends keyof RequestOf<R> ? P : never;

type Declare = <const P extends string, R extends Rpc>(
  path: PathFor<P, R> & P,
  rpc: R,
  notes: RouteNotes,
) => Omit<Route, 'tag'>;

const declaring =
  (method: Method, status: Route['status']): Declare =>
  (path, rpc, notes) => ({ bodyLimit: MIB, ...notes, method, status, path, rpc });

/** Reads. */
export const get = declaring('GET', 200);
/** Tells of changes as they come: server-sent events that do not end. */
export const stream: Declare = (path, rpc, notes) => ({ ...get(path, rpc, notes), stream: true });
/** Gives the bytes of a file. */
export const file: Declare = (path, rpc, notes) => ({ ...get(path, rpc, notes), file: true });
/** Makes something: 201. */
export const create = declaring('POST', 201);
/** Makes something of files: 201. */
export const upload: Declare = (path, rpc, notes) => ({ ...create(path, rpc, notes), upload: true });
/** Does something: 200. */
export const act = declaring('POST', 200);
/** Does something that has no answer: 204. */
export const discard = declaring('POST', 204);
/** Changes some fields: 200. */
export const change = declaring('PATCH', 200);
/** Removes: 204, no body. */
export const remove = declaring('DELETE', 204);

/** The routes of a resource, under its name in the document. */
export function routes(tag: string, ...declared: Omit<Route, 'tag'>[]): Route[] {
  return declared.map((route) => ({ ...route, tag }));
}

/** Routes on which somebody may act as another user of the project. */
export function impersonable(declared: readonly Route[]): Route[] {
  return declared.map((route) => ({ ...route, impersonation: true }));
}

/** Whether `Idempotency-Key` counts: on POST and PATCH, of whoever is known. */
export function takesKey({ method, access }: Route): boolean {
  return (method === 'POST' || method === 'PATCH') && access !== 'anyone';
}

/** Whether a GET answers one object, which clients may keep. */
export function hasValidator({ method, rpc, stream: endless }: Route): boolean {
  return method === 'GET' && rpc.result.kind === 'one' && !endless;
}

/** Where HTTP carries each field of a route's request. */
export interface FieldPlaces {
  readonly path: readonly Field[];
  readonly query: readonly Field[];
  readonly body: readonly Field[];
}

/** The fields of the body as a client sends them: where the body is one item or a list, those of the item. */
export function bodyFieldsOf(route: Route): readonly Field[] {
  const { body } = placesOf(route);
  const whole = body.find(({ name }) => name === route.bodyIs);
  return whole?.nested ? fieldsOf(whole.nested) : body;
}

/** Path parameters by their names, and of a stream or an upload no others; the rest in the query without a body, else in the body unless declared otherwise. */
export function placesOf(route: Route): FieldPlaces {
  const fields = fieldsOf(route.rpc.request);
  const inPath = (field: Field): boolean => route.path.includes(`{${field.name}}`);
  const bodyless = route.method === 'GET' || route.method === 'DELETE';
  const inQuery = (field: Field): boolean => !inPath(field) && (bodyless || field.in === 'query');
  if (route.stream || route.upload) return { path: fields.filter(inPath), query: [], body: [] };
  return {
    path: fields.filter(inPath),
    query: fields.filter(inQuery),
    body: fields.filter((field) => !inPath(field) && !inQuery(field)),
  };
}
