import type { Route } from './route.ts';

/** The name of a route's operation: its own, or that of its call. */
export function operationIdOf({ operation, rpc }: Pick<Route, 'operation' | 'rpc'>): string {
  return operation ?? rpc.subject.replace(/^[^.]+\./, '').replace(/[.-]/g, '_');
}
