import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from 'typeorm';
import { reach } from '../diagnostics/moments.ts';

type Callback = () => void;

interface Transaction {
  readonly manager: EntityManager;
  readonly afterCommit: Callback[];
  /** What is begun as a transaction within is undone alone when it fails, as it would be without this one around it. */
  readonly around: boolean;
}

const current = new AsyncLocalStorage<Transaction>();

/** The manager of the transaction that the running code is in. */
export function currentTransaction(): EntityManager | undefined {
  return current.getStore()?.manager;
}

/** Runs work in a transaction that its callees join, then what they left to be done after the commit. */
export async function inTransaction<T>(
  manager: EntityManager,
  work: () => Promise<T>,
  onError: (error: unknown) => void = () => undefined,
): Promise<T> {
  const afterCommit: Callback[] = [];
  const result = await manager.transaction(async (inner) => {
    const done = await current.run({ manager: inner, afterCommit, around: false }, work);
    reach('committing');
    return done;
  });
  reach('committed');
  for (const callback of afterCommit) attempt(callback, onError);
  return result;
}

/** Runs work as part of the transaction under way. */
export async function joining<T>(work: () => Promise<T>): Promise<T> {
  const transaction = current.getStore();
  return transaction?.around ? undoable({ ...transaction, around: false }, work) : work();
}

/** Runs work that is undone when it fails, while the transaction under way goes on; transactions begun within it are the same to each other as without it. */
export async function undoneAlone<T>(work: () => Promise<T>): Promise<T> {
  const transaction = current.getStore();
  return transaction ? undoable({ ...transaction, around: true }, work) : work();
}

/** Does something once the transaction is committed, never when it is not; at once outside of one. */
export function afterCommit(callback: () => void): void {
  const transaction = current.getStore();
  if (transaction) transaction.afterCommit.push(callback);
  else callback();
}

async function undoable<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
  const { manager, afterCommit } = transaction;
  const savepoint = transaction.around ? 'outer' : 'inner';
  const promised = afterCommit.length;
  await manager.query(`SAVEPOINT ${savepoint}_work`);
  try {
    return await current.run(transaction, work);
  } catch (error) {
    await manager.query(`ROLLBACK TO SAVEPOINT ${savepoint}_work`);
    afterCommit.length = promised;
    throw error;
  }
}

/** What is committed stays so, whatever a callback does. */
function attempt(callback: Callback, onError: (error: unknown) => void): void {
  try {
    callback();
  } catch (error) {
    onError(error);
  }
}
