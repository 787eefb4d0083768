import type { LoggerService } from '@nestjs/common';
import { type Logger, destination, pino } from 'pino';
import type { LogLevel } from '../config/platform.config.ts';

/** Structured logs, one JSON object a line on standard output. Nothing secret is ever passed to it. */
export type Log = Logger;

/** The injection token of the process's log. */
export const LOG = Symbol('log');

/** Lines are gathered to so many bytes, or for so many milliseconds, before they are written: a write a line costs more than the line. */
const GATHERED = { minLength: 8_192, periodicFlush: 250 };

/** Makes the log of a process. Lines are written without blocking and flushed at exit. */
export function makeLog(service: string, level: LogLevel): Log {
  return pino(
    { level, base: { service }, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    destination({ fd: 1, sync: false, ...GATHERED }),
  );
}

/** Lets Nest log through ours: its start-up chatter at debug. */
export function nestLogger(log: Log): LoggerService {
  const say = (level: 'debug' | 'warn' | 'error') => (message: unknown, context?: unknown) =>
    log[level]({ context: typeof context === 'string' ? context : undefined }, String(message));
  return { log: say('debug'), error: say('error'), warn: say('warn'), debug: say('debug') };
}
