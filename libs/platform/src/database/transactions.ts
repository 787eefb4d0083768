import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from 'typeorm';

interface Transaction {
  readonly manager: EntityManager;
  readonly afterCommit: (() => void)[];
}

const current = new AsyncLocalStorage<Transaction>();

/** The manager of the transaction that the running code is in. */
export function currentTransaction(): EntityManager | undefined {
  return current.getStore()?.manager;
}

/** Runs work in a transaction that its callees join, then what they left to be done after the commit. */
export async function inTransaction<T>(manager: EntityManager, work: () => Promise<T>): Promise<T> {
  const afterCommit: (() => void)[] = [];
  const result = await manager.transaction((inner) => current.run({ manager: inner, afterCommit }, work));
  for (const callback of afterCommit) callback();
  return result;
}

/** Does something once the transaction is committed, never when it is not; at once outside of one. */
export function afterCommit(callback: () => void): void {
  const transaction = current.getStore();
  if (transaction) transaction.afterCommit.push(callback);
  else callback();
}
