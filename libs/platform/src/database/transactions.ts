import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { type EntityManager, QueryRunnerAlreadyReleasedError } from 'typeorm';
import { reach } from '../diagnostics/moments.ts';
import { Unavailable } from '../errors/fault.ts';

type Callback = () => void;

/** The properties of TypeORM's query runner that are used here. */
interface Runner {
  readonly isReleased: boolean;
  readonly databaseConnection?: pg.ClientBase;
}

interface Transaction {
  readonly manager: EntityManager;
  readonly afterCommit: Callback[];
  /** Whether a transaction begun within this one is rolled back alone if it fails, as it would be without this one. */
  readonly nests: boolean;
  /** How many savepoints enclose the work. */
  readonly depth: number;
  /** The transaction in which this one is a savepoint. */
  readonly outer?: Transaction;
}

const current = new AsyncLocalStorage<Transaction>();
/** Transactions whose work has ended: statements that it left running would be committed on their own or with the outer one, even after a rollback. */
const over = new WeakSet<Transaction>();

/** The entity manager of the current transaction. @throws Unavailable if its work has ended. */
export function currentTransaction(): EntityManager | undefined {
  const transaction = current.getStore();
  if (transaction && isOver(transaction)) throw new Unavailable();
  return transaction?.manager;
}

/** Whether the work of a transaction, or of one that encloses it, has ended. */
function isOver(transaction: Transaction): boolean {
  const { outer } = transaction;
  return over.has(transaction) || (outer !== undefined && isOver(outer));
}

/** The connection of a transaction; undefined for a manager without one. @throws QueryRunnerAlreadyReleasedError once it has ended. */
export function connectionOf({ queryRunner }: EntityManager): pg.ClientBase | undefined {
  const runner = queryRunner as unknown as Runner | undefined;
  if (!runner) return undefined;
  if (runner.isReleased || !runner.databaseConnection) throw new QueryRunnerAlreadyReleasedError();
  return runner.databaseConnection;
}

/** Runs work in a transaction that the functions it calls join, then their callbacks after the commit. */
export async function inTransaction<T>(
  manager: EntityManager,
  work: () => Promise<T>,
  onError: (error: unknown) => void,
): Promise<T> {
  const afterCommit: Callback[] = [];
  const result = await manager.transaction(async (inner) => {
    const transaction = { manager: inner, afterCommit, nests: false, depth: 0 };
    const done = await runWithin(transaction, work);
    reach('committing');
    return done;
  });
  reach('committed');
  for (const callback of afterCommit) attempt(callback, onError);
  return result;
}

/** Runs work as part of the current transaction. */
export async function joining<T>(work: () => Promise<T>): Promise<T> {
  const transaction = current.getStore();
  return transaction?.nests ? inSavepoint(transaction, { nests: false }, work) : work();
}

/**
 * Runs work that is rolled back alone if it fails, while the current transaction goes on. Transactions begun within the work
 * behave as they would without the current one.
 */
export async function undoneAlone<T>(work: () => Promise<T>): Promise<T> {
  const transaction = current.getStore();
  return transaction ? inSavepoint(transaction, { nests: true }, work) : work();
}

/** Calls back once the current transaction is committed, and never if it is not; immediately outside a transaction. */
export function afterCommit(callback: () => void): void {
  const transaction = current.getStore();
  if (!transaction) callback();
  else if (!isOver(transaction)) transaction.afterCommit.push(callback);
}

/** Runs the work of a transaction, which is over when the work ends. */
async function runWithin<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
  try {
    return await current.run(transaction, work);
  } finally {
    over.add(transaction);
  }
}

/** Runs work in a savepoint, to which the transaction is rolled back if the work fails. */
async function inSavepoint<T>(
  outer: Transaction,
  { nests }: Pick<Transaction, 'nests'>,
  work: () => Promise<T>,
): Promise<T> {
  const { manager, afterCommit } = outer;
  const depth = outer.depth + 1;
  const promised = afterCommit.length;
  // Sent with the first statement of the work, which fails for the same reason if this fails.
  const saved = connectionOf(manager)?.query(`SAVEPOINT work_${depth}`);
  saved?.catch(() => undefined);
  try {
    const done = await runWithin({ ...outer, nests, depth, outer }, work);
    await saved;
    return done;
  } catch (error) {
    await manager.query(`ROLLBACK TO SAVEPOINT work_${depth}`);
    afterCommit.length = promised;
    throw error;
  }
}

/** A callback that throws does not affect the commit. */
function attempt(callback: Callback, onError: (error: unknown) => void): void {
  try {
    callback();
  } catch (error) {
    onError(error);
  }
}
