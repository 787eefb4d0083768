export { Client, type ClientOptions } from './client.ts';
export { ApiError, Unreachable, errorOf } from './errors.ts';
export { newKey } from './keys.ts';
export { type Attempt, RETRIES, type Retries, withRetries } from './retries.ts';
export type {
  Answer,
  Args,
  AskPath,
  CallOptions,
  FilePath,
  Init,
  Item,
  ListArgs,
  Method,
  Page,
  PagedPath,
  PathOf,
  Schemas,
  StreamEvent,
  StreamPath,
} from './types.ts';
