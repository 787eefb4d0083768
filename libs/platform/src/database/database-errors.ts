import { QueryFailedError } from 'typeorm';
import { DeadlineExceeded, type Fault, Invalid, Unavailable } from '../errors/fault.ts';

/** What of a PostgreSQL error is looked at. */
interface DriverError {
  readonly code?: string;
  readonly constraint?: string;
}

/** Codes by which PostgreSQL refuses a value that the edge should have refused: the caller's fault all the same. */
const BAD_VALUES = new Set(['22021', '22P05', '22P02', '22003', '22025', '54001', '22001']);
/** Away, stopping, out of connections, or waiting too long for a lock. */
const AWAY = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '55P03',
  '40001',
  '40P01',
  '25P03',
  '08006',
  '08003',
]);
const STATEMENT_TIMEOUT = '57014';
const CONNECTION =
  /ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|ENOTFOUND|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|pool after calling end/;

/** Whether a statement broke this constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof QueryFailedError && driverError(error).constraint === constraint;
}

/** The fault that a database error amounts to; undefined for a defect of ours. */
export function faultOfDatabase(error: unknown): Fault | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '' } = error instanceof QueryFailedError ? driverError(error) : (error as DriverError);
  if (BAD_VALUES.has(code)) return Invalid.field('non_field_errors', 'A value cannot be stored.');
  if (code === STATEMENT_TIMEOUT) return new DeadlineExceeded();
  if (AWAY.has(code) || CONNECTION.test(`${code} ${error.message}`)) return new Unavailable();
  return undefined;
}

function driverError(error: QueryFailedError): DriverError {
  return error.driverError as DriverError;
}
