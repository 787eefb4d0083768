/** Whose fault an error is, and what kind: the words that cross the bus. The gateway maps each to a status. */
export const FAULTS = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'payload_mismatch',
  'throttled',
  'overloaded',
  'unavailable',
  'deadline_exceeded',
  'internal',
] as const;
export type FaultKind = (typeof FAULTS)[number];

/** Sentences of each field that was refused, by the field's dotted name. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** What of an error crosses the bus. */
export interface FaultData {
  readonly kind: FaultKind;
  readonly message: string;
  readonly fields?: FieldErrors;
  /** Further fields of the answer's body, such as `head_version_number` of a 409. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** When to come again, where that is known. Seconds. */
  readonly retryAfter?: number;
}

/** An error that is an answer: it crosses the bus as data and is the same at the other end. */
export class Fault extends Error {
  readonly data: FaultData;

  constructor(data: FaultData) {
    super(data.message);
    this.name = new.target.name;
    this.data = data;
  }
}

/** Fields of the request break their rules: 400, keyed to each of them (decisions 1). */
export class Invalid extends Fault {
  constructor(fields: FieldErrors) {
    super({ kind: 'invalid', message: Object.values(fields)[0]?.[0] ?? 'Invalid request.', fields });
  }

  /** One field, one sentence. */
  static field(name: string, sentence: string): Invalid {
    return new Invalid({ [name]: [sentence] });
  }
}

/** The request cannot be carried out as things stand, and no single field is to blame: 400. */
export class NotPossible extends Fault {
  constructor(message: string) {
    super({ kind: 'invalid', message });
  }
}

export class Forbidden extends Fault {
  constructor(message = 'You do not have permission to perform this action.') {
    super({ kind: 'forbidden', message });
  }
}

/** The object does not exist, or not for this caller: the two are never told apart. */
export class NotFound extends Fault {
  constructor(message = 'Not found.') {
    super({ kind: 'not_found', message });
  }
}

export class Conflict extends Fault {
  constructor(message: string, details?: Readonly<Record<string, unknown>>) {
    super({ kind: 'conflict', message, ...(details ? { details } : {}) });
  }
}

/** Too many requests of one kind: 429, and when to come again. */
export class Throttled extends Fault {
  constructor(seconds: number) {
    const message = `Request was throttled. Expected available in ${seconds} seconds.`;
    super({ kind: 'throttled', message, retryAfter: seconds });
  }
}

/** More is asked than is taken at a time: nothing was begun. */
export class Overloaded extends Fault {
  constructor() {
    super({ kind: 'overloaded', message: 'The service is busy. Try again in a moment.' });
  }
}

/** Something that the request needs is away. */
export class Unavailable extends Fault {
  constructor(message = 'The service is temporarily unavailable. Try again in a moment.') {
    super({ kind: 'unavailable', message });
  }
}

export class DeadlineExceeded extends Fault {
  constructor() {
    super({ kind: 'deadline_exceeded', message: 'The request took too long.' });
  }
}

/** A defect of ours; what it was is in the log, not in the answer. */
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
  throttled: false,
  overloaded: false,
  unavailable: false,
  deadline_exceeded: false,
  internal: false,
};

/** Whether repeating the same request would be answered the same: the fault is in what was asked. */
export function isCallersFault(kind: FaultKind): boolean {
  return CALLERS_FAULT[kind];
}

/** The fault that an unknown error amounts to. */
export function faultOf(error: unknown): FaultData {
  return error instanceof Fault ? error.data : new Internal().data;
}
