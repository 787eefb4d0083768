import type { Operation } from '../document/open-api.ts';
import { RESOURCES } from './resources.ts';

/** Operations that create the places in which sequences work. */
const WITHOUT_SEQUENCE: readonly string[] = ['projects_create'];

/** @throws Error if no sequence creates a resource that is created in a list and deleted by its id. */
export function assertComplete(
  operations: readonly Pick<Operation, 'method' | 'operationId' | 'path'>[],
): void {
  const known = [...WITHOUT_SEQUENCE, ...RESOURCES.map(({ create }) => create.operation)];
  for (const { method, path, operationId } of operations) {
    if (method !== 'POST' || known.includes(operationId)) continue;
    if (operations.some((other) => other.method === 'DELETE' && isOneOf(path, other.path)))
      throw new Error(
        `Nothing is known of what ${operationId} creates: add it to RESOURCES of sequences/resources.ts.`,
      );
  }
}

function isOneOf(list: string, path: string): boolean {
  return path.startsWith(list) && /^\{\w+\}\/$/.test(path.slice(list.length));
}
