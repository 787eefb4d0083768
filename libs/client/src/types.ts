import type { components, paths } from './generated/api.ts';

/** The objects of the API, by their names in its reference: `Schemas['Signal']`. */
export type Schemas = components['schemas'];

/** The methods of the API, as the types of its paths write them. */
export type Method = 'get' | 'post' | 'patch' | 'delete';

/** The paths that have the method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: object }> ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends PathOf<M>> = paths[P][M];

type PathPart<O> = O extends { parameters: { path: infer Path extends object } }
  ? { readonly path: Readonly<Path> }
  : { readonly path?: never };

type QueryPart<O> = O extends { parameters: { query: infer Query extends object } }
  ? { readonly query: Readonly<Query> }
  : O extends { parameters: { query?: infer Query } }
    ? { readonly query?: Readonly<NonNullable<Query>> }
    : { readonly query?: never };

type BodyOf<Content> =
  | (Content extends { 'application/json': infer Json } ? Json : never)
  | (Content extends { 'multipart/form-data': unknown } ? FormData : never);

type BodyPart<O> = O extends { requestBody: { content: infer Content } }
  ? { readonly body: BodyOf<Content> }
  : O extends { requestBody?: never }
    ? { readonly body?: never }
    : O extends { requestBody?: { content: infer Content } }
      ? { readonly body?: BodyOf<Content> }
      : { readonly body?: never };

/** The options of every call. */
export interface CallOptions {
  /** Aborts the call with its retries, and its stream. */
  readonly signal?: AbortSignal;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For a POST or PATCH: by default, each call has its own key, which its retries share. */
  readonly idempotencyKey?: string;
}

/** The parameters of an operation's calls. */
export type Init<M extends Method, P extends PathOf<M>> = CallOptions &
  PathPart<Operation<M, P>> &
  QueryPart<Operation<M, P>> &
  BodyPart<Operation<M, P>>;

/** The last argument of a call, optional if none of its fields is required. */
export type Args<M extends Method, P extends PathOf<M>> =
  Partial<Init<M, P>> extends Init<M, P> ? [init?: Init<M, P>] : [init: Init<M, P>];

type Responses<O> = O extends { responses: infer Statuses } ? Statuses[keyof Statuses] : never;

/** The answer of an operation; undefined if it has no body. */
export type Answer<M extends Method, P extends PathOf<M>> =
  Responses<Operation<M, P>> extends { content: { 'application/json': infer Json } } ? Json : undefined;

/** One page of a list (api.md, Pagination). */
export interface Page<T> {
  readonly count: number;
  /** True if there may be more results than `count`: a search, for example, counts to 10,000. */
  readonly count_is_minimum?: boolean;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly T[];
}

type Paged<M extends Method> = {
  [P in PathOf<M>]: Answer<M, P> extends { next: string | null; results: unknown[] } ? P : never;
}[PathOf<M>];

/** The paths of lists that are read by pages: by GET, or by POST if the filter is in a body. */
export type PagedPath = Paged<'get'> | Paged<'post'>;

/** The last argument of the methods that read a list. */
export type ListArgs<P extends PagedPath> =
  P extends Paged<'get'> ? Args<'get', P> : P extends Paged<'post'> ? Args<'post', P> : never;

type ListAnswer<P extends PagedPath> =
  P extends Paged<'get'> ? Answer<'get', P> : P extends Paged<'post'> ? Answer<'post', P> : never;

/** The items of the list at a path. */
export type Item<P extends PagedPath> = ListAnswer<P> extends { results: (infer One)[] } ? One : never;

type Streamed<M extends Method> = {
  [P in PathOf<M>]: Responses<Operation<M, P>> extends { content: { 'text/event-stream': string } }
    ? P
    : never;
}[PathOf<M>];

/** The paths that answer with server-sent events. */
export type StreamPath = Streamed<'get'>;
/** The paths that take a question and stream its answer. */
export type AskPath = Streamed<'post'>;

/** The paths of files. */
export type FilePath = {
  [P in PathOf<'get'>]: Responses<Operation<'get', P>> extends { content: { '*/*': string } } ? P : never;
}[PathOf<'get'>];

/** A server-sent event, its data parsed as JSON. */
export interface StreamEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: unknown;
}
