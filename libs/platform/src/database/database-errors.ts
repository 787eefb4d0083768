import { types } from 'node:util';
import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import { DeadlineExceeded, type Fault, Invalid, Unavailable } from '../errors/fault.ts';

/** What of a PostgreSQL error is looked at. */
interface DriverError {
  readonly code?: string;
  readonly constraint?: string;
}

/** Codes by which PostgreSQL refuses a value that the edge should have refused: the caller's fault all the same. */
const BAD_VALUES = new Set([
  '22001', // too long
  '22003', // a number out of range
  '22007', // no date
  '22008', // a date out of range
  '22021', // NUL in a text
  '22025', // LIKE ending in a backslash
  '22P02', // no uuid, no number, a lone surrogate in jsonb
  '22P05', // NUL in jsonb
  '54000', // too long for an index
  '54001', // jsonb nested too deeply
]);
/** Away, stopping, taken over by another server, out of resources, or waiting too long for a lock. */
const AWAY = /^(08...|53...|57P0[1-5]|25006|25P03|40001|40P01|55P03)$/;
const STATEMENT_TIMEOUT = '57014';
const CONNECTION =
  /ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed)|pool after calling end/;

/** Whether a statement broke this constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return (
    error instanceof QueryFailedError && driverError(error as QueryFailedError).constraint === constraint
  );
}

/** The fault that a database error amounts to; undefined for a defect of ours. */
export function faultOfDatabase(error: unknown): Fault | undefined {
  if (!types.isNativeError(error)) return undefined;
  const failed = error instanceof QueryFailedError;
  const { code = '' } = failed ? driverError(error as QueryFailedError) : (error as DriverError);
  if (BAD_VALUES.has(code)) return Invalid.field('non_field_errors', 'A value cannot be stored.');
  if (code === STATEMENT_TIMEOUT) return new DeadlineExceeded();
  const away = AWAY.test(code) || CONNECTION.test(`${code} ${error.message}`);
  return away || isReleased(error) ? new Unavailable() : undefined;
}

/** TypeORM lets go of the connection of a transaction when PostgreSQL ends it, and says so at the next statement. */
function isReleased(error: Error): boolean {
  return (
    error instanceof QueryRunnerAlreadyReleasedError ||
    error instanceof QueryRunnerProviderAlreadyReleasedError
  );
}

function driverError(error: QueryFailedError): DriverError {
  return error.driverError as DriverError;
}
