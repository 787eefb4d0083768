import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, destination, pino } from 'pino';
import { currentCall } from '../calls/call-context.ts';
import type { LogLevel } from '../config/platform.config.ts';
import { loggedError } from './logged-error.ts';

/** Structured logs, one JSON object per line. Secrets are never logged, nor are contents that an error holds. */
export type Log = Logger;

/** The injection token of the process's log. */
export const LOG = Symbol('log');

/** Lines are buffered up to this many bytes, or for this many milliseconds: writing each line costs more than making it. */
const BUFFERED_BYTES = 8_192;
const BUFFERED_MS = 250;

/**
 * Makes the log of a process, on its standard output. Lines are written without blocking and flushed at exit. A line written as part of a
 * call has the id of its request.
 */
export function makeLog(service: string, level: LogLevel): Log {
  return logTo(flushedSoon(destination({ fd: 1, sync: false, minLength: BUFFERED_BYTES })), service, level);
}

/** Makes a log that writes elsewhere, with the same fields in its lines as `makeLog`. */
export function logTo(stream: DestinationStream, service: string, level: LogLevel): Log {
  const timestamp = (): string => `,"time":"${new Date().toISOString()}"`;
  const formatters = { log: withRequestId };
  return pino({ level, base: { service }, timestamp, serializers: { err: loggedError }, formatters }, stream);
}

/** Adds the id of the request to a line within a call. Most lines are about answered calls, and written outside the call: they are not copied. */
function withRequestId(line: Record<string, unknown>): Record<string, unknown> {
  const call = currentCall();
  return call === undefined || 'request_id' in line ? line : { request_id: call.requestId, ...line };
}

/** Flushes a stream a while after lines were written to it. The stream's own `periodicFlush` would also run four times a second without lines. */
function flushedSoon(
  stream: ReturnType<typeof destination>,
): DestinationStream & Pick<typeof stream, 'flush' | 'flushSync'> {
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    timer = undefined;
    stream.flush();
  };
  return {
    write: (line) => {
      stream.write(line);
      timer ??= setTimeout(flush, BUFFERED_MS).unref();
    },
    flush: (callback) => stream.flush(callback),
    flushSync: () => stream.flushSync(),
  };
}

/** The contexts of errors that Nest both logs and throws: whoever starts or stops the application reports them once. */
const THROWN: readonly unknown[] = ['ExceptionHandler', 'NestApplication'];

/** Makes Nest log to this log: its messages at start at level debug, and no error that it throws. */
export function nestLogger(log: Log): LoggerService {
  const logAt =
    (level: 'debug' | 'warn' | 'error') =>
    (message: unknown, ...more: unknown[]) => {
      const context = more.at(-1);
      if (level === 'error' && THROWN.includes(context)) return;
      log[level]({ context: typeof context === 'string' ? context : undefined }, String(message));
    };
  return { log: logAt('debug'), error: logAt('error'), warn: logAt('warn'), debug: logAt('debug') };
}
