import { types } from 'node:util';
import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import { DeadlineExceeded, Fault, Invalid, NotFound, Unavailable } from '../errors/fault.ts';
import { UnusableServer } from './session-settings.ts';

/** The properties of a PostgreSQL error that decide its fault. */
interface DriverError {
  readonly code?: string;
  readonly constraint?: string;
}

/** Codes with which PostgreSQL refuses a value that passed validation: still the caller's fault. */
const BAD_VALUES = new Set([
  '22001', // too long
  '22003', // a number out of range
  '22007', // not a date
  '22008', // a date out of range
  '22021', // NUL in a text
  '22025', // LIKE ending in a backslash
  '22P02', // not a uuid, not a number, a lone surrogate in jsonb
  '22P05', // NUL in jsonb
  '54000', // too long for an index
  '54001', // jsonb nested too deeply
]);
/** Unreachable, stopping, failed over, out of resources, without a prepared statement, or waiting too long for a lock. */
const AWAY = /^(08...|26000|53...|57P0[1-5]|25006|25P03|40001|40P01|55P03)$/;
/** A row that another refers to was deleted in the meantime, such as its project. */
const GONE = '23503';
const STATEMENT_TIMEOUT = '57014';
/** The code for a prepared statement that the connection does not have. */
export const LOST_STATEMENT = '26000';
/** PostgreSQL was silent for too long. */
const SILENT = /Query read timeout/;
const CONNECTION =
  /ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed)|pool after calling end/;

const QUOTED = /constraint "([^"]+)"/;
const SHARD = /_\d{6,}$/;

/**
 * Whether a statement violated this constraint. If tables are distributed (Citus), only the message names it, with the number of a
 * shard appended.
 */
export function violates(error: unknown, constraint: string): boolean {
  const failed = error instanceof QueryFailedError ? driverError(error as QueryFailedError) : error;
  if (!types.isNativeError(failed)) return false;
  const { constraint: violated = QUOTED.exec(failed.message)?.[1] } = failed as DriverError;
  return violated?.replace(SHARD, '') === constraint;
}

/** The code of an error, from PostgreSQL or Node.js; '' without one. */
export function codeOf(error: Error): string {
  const failed = error instanceof QueryFailedError ? driverError(error as QueryFailedError) : error;
  return (failed as DriverError).code ?? '';
}

/** The fault for a database error; undefined for a defect of this code, and for an error that is a fault already: it may quote anything. */
export function faultOfDatabase(error: unknown): Fault | undefined {
  if (!types.isNativeError(error) || error instanceof Fault) return undefined;
  const code = codeOf(error);
  if (BAD_VALUES.has(code)) return Invalid.field('non_field_errors', 'A value cannot be stored.');
  if (code === GONE) return new NotFound();
  if (code === STATEMENT_TIMEOUT || SILENT.test(error.message)) return new DeadlineExceeded();
  const away = AWAY.test(code) || CONNECTION.test(`${code} ${error.message}`);
  return away || error instanceof UnusableServer || isReleased(error) ? new Unavailable() : undefined;
}

/** TypeORM releases the connection of a transaction that PostgreSQL ends, and throws these errors at the next statement. */
function isReleased(error: Error): boolean {
  return (
    error instanceof QueryRunnerAlreadyReleasedError ||
    error instanceof QueryRunnerProviderAlreadyReleasedError
  );
}

function driverError(error: QueryFailedError): DriverError {
  return error.driverError as DriverError;
}
