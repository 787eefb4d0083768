/** The kinds of errors that cross the bus. The gateway maps each to a status. */
export const FAULTS = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'payload_mismatch',
  'too_large',
  'throttled',
  'overloaded',
  'unavailable',
  'deadline_exceeded',
  'internal',
] as const;
/** The kind of one error. */
export type FaultKind = (typeof FAULTS)[number];

/** The messages of each invalid field, by the field's dotted name. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The part of an error that crosses the bus. */
export interface FaultData {
  readonly kind: FaultKind;
  readonly message: string;
  readonly fields?: FieldErrors;
  /** Further fields of the answer's body, such as `head_version_number` of a 409. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** When to retry, if known. Seconds. */
  readonly retryAfter?: number;
}

/** An error that is an answer: it crosses the bus as data and arrives unchanged. */
export class Fault extends Error {
  readonly data: FaultData;

  /** Its `cause` is logged by the server that answers with it. */
  constructor(data: FaultData, options?: ErrorOptions) {
    super(data.message, options);
    this.name = new.target.name;
    this.data = data;
  }
}

/** Fields of the request are invalid: 400, with messages by field (decisions 1). */
export class Invalid extends Fault {
  constructor(fields: FieldErrors) {
    super({ kind: 'invalid', message: Object.values(fields)[0]?.[0] ?? 'Invalid request.', fields });
  }

  /** One field with one message. */
  static field(name: string, sentence: string): Invalid {
    return new Invalid({ [name]: [sentence] });
  }
}

/** The request cannot be carried out in the present state, and no single field is wrong: 400. */
export class NotPossible extends Fault {
  constructor(message: string) {
    super({ kind: 'invalid', message });
  }
}

/** The caller, or anybody, may not do this: 403. */
export class Forbidden extends Fault {
  constructor(message = 'You do not have permission to perform this action.', options?: ErrorOptions) {
    super({ kind: 'forbidden', message }, options);
  }
}

/** The object does not exist, or not for this caller: the answer never says which of the two. */
export class NotFound extends Fault {
  constructor(message = 'Not found.') {
    super({ kind: 'not_found', message });
  }
}

/** Something else happened first, or is still running: 409. `details` are further fields of the answer, such as the head's number. */
export class Conflict extends Fault {
  constructor(message: string, details?: Readonly<Record<string, unknown>>) {
    super({ kind: 'conflict', message, ...(details ? { details } : {}) });
  }
}

/** Why a request is refused while another request with its idempotency key is carried out. */
export const STILL_RUNNING = 'A request with this Idempotency-Key is still running.';

/**
 * Another request with this idempotency key is being carried out: 409, with the time after which to ask for its response. No
 * other conflict has such a time.
 */
export class StillRunning extends Fault {
  constructor() {
    super({ kind: 'conflict', message: STILL_RUNNING, retryAfter: 1 });
  }
}

/** The request needs more room than there is at present: 413. There may be room later. */
export class TooLarge extends Fault {
  constructor(message: string, details: Readonly<Record<string, unknown>>) {
    super({ kind: 'too_large', message, details });
  }
}

/** Too many requests of one kind: 429, with the time after which to retry. */
export class Throttled extends Fault {
  constructor(seconds: number) {
    const message = `Request was throttled. Expected available in ${seconds} seconds.`;
    super({ kind: 'throttled', message, retryAfter: seconds });
  }
}

/** The service is at its limit: the work was not begun. */
export class Overloaded extends Fault {
  constructor() {
    super({ kind: 'overloaded', message: 'The service is busy. Try again in a moment.' });
  }
}

/** Something that the request needs is unavailable. */
export class Unavailable extends Fault {
  constructor(message = 'The service is temporarily unavailable. Try again in a moment.') {
    super({ kind: 'unavailable', message });
  }
}

/** There was no answer by the deadline of the request: 504. The request may still have taken effect. */
export class DeadlineExceeded extends Fault {
  constructor() {
    super({ kind: 'deadline_exceeded', message: 'The request took too long.' });
  }
}

/** A defect of this product; the details are in the log, not in the answer. */
export class Internal extends Fault {
  constructor() {
    super({ kind: 'internal', message: 'Something went wrong on our side.' });
  }
}

const CALLERS_FAULT: Record<FaultKind, boolean> = {
  invalid: true,
  unauthenticated: true,
  forbidden: true,
  not_found: true,
  conflict: true,
  payload_mismatch: true,
  too_large: false,
  throttled: false,
  overloaded: false,
  unavailable: false,
  deadline_exceeded: false,
  internal: false,
};

/** Whether the same request would be refused again, because the fault is in the request. */
export function isCallersFault(kind: FaultKind): boolean {
  return CALLERS_FAULT[kind];
}

const DENIALS: ReadonlySet<FaultKind> = new Set(['unauthenticated', 'forbidden', 'not_found']);

/** Whether a fault means that the caller may not do something, or that an object does not exist, as after its project was deleted. */
export function isDenial(error: unknown): boolean {
  return error instanceof Fault && DENIALS.has(error.data.kind);
}

/** The data of any error: `internal` for an error that is no fault. */
export function faultOf(error: unknown): FaultData {
  return error instanceof Fault ? error.data : new Internal().data;
}
