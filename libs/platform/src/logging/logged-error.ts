import { Fault } from '../errors/fault.ts';

/** The properties of an error that are read, whatever created it. */
interface ErrorLike {
  readonly name?: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** Properties with which Node.js, PostgreSQL and TypeORM tell where something failed. The query has placeholders in place of its values. */
const KEPT: ReadonlySet<string> = new Set([
  'code',
  'errno',
  'syscall',
  'address',
  'port',
  'hostname',
  'path',
  'constraint',
  'table',
  'column',
  'routine',
  'query',
]);
/** The codes with which PostgreSQL refuses a value, which its message quotes. */
const BAD_VALUE = /^22...$/;

/**
 * The part of an error that is logged: its type, message and stack, the properties that tell where it failed, and the same of its cause,
 * or of each of several errors. The values of a statement and the rows that it found are left out. Anything but an error is returned
 * unchanged.
 */
export function loggedError(error: unknown): unknown {
  return logged(error, new Set());
}

/** The message of an error, or its code if PostgreSQL quotes a value in the message. */
export function messageOf({ message, code }: Pick<ErrorLike, 'message' | 'code'>): string {
  return typeof code === 'string' && BAD_VALUE.test(code) ? `a value was refused (${code})` : message;
}

function logged(error: unknown, seen: ReadonlySet<unknown>): unknown {
  if (!isErrorLike(error)) return error;
  if (seen.has(error)) return 'the same error again';
  const { cause, errors } = error;
  const within = new Set([...seen, error]);
  return {
    type: error.constructor.name,
    message: messageOf(error),
    stack: stackOf(error),
    ...Object.fromEntries(Object.entries(error).filter(([key]) => KEPT.has(key))),
    ...(error instanceof Fault
      ? { kind: error.data.kind, fields: Object.keys(error.data.fields ?? {}) }
      : {}),
    ...(cause === undefined ? {} : { cause: logged(cause, within) }),
    ...(Array.isArray(errors) ? { errors: errors.map((one) => logged(one, within)) } : {}),
  };
}

/** The stack of an error, with the message at its beginning replaced, too. */
function stackOf(error: ErrorLike): string | undefined {
  const { name = 'Error', message, stack = '' } = error;
  const sentence = messageOf(error);
  if (sentence === message) return error.stack;
  const begin = stack.indexOf(message);
  return `${name}: ${sentence}${begin < 0 ? '' : stack.slice(begin + message.length)}`;
}

function isErrorLike(value: unknown): value is ErrorLike {
  return (
    typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
  );
}
