import { type Caller, isProjectAdmin } from '@pks/contracts';

/** Who searches. */
export interface Reader {
  /** Admins find all interviews of their project, others those that are assigned to them or that they created (decisions 6). */
  readonly findsAllInterviews: boolean;
  /** Null for a service, which has no interviews. */
  readonly userId: string | null;
}

/** The reader behind a call. A service searches without a caller, and finds no interviews. */
export function readerOf(caller: Caller | null): Reader {
  return {
    findsAllInterviews: caller !== null && isProjectAdmin(caller),
    userId: caller?.user_id ?? null,
  };
}
