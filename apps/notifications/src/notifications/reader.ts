import { ACCESS_LEVELS, type AccessLevel, type Caller, isProjectAdmin } from '@pks/contracts';

/** A user whose notifications are read or changed, and the levels that they see. Statements take these values by name. */
export interface Reader {
  readonly projectId: string;
  readonly userId: string;
  readonly levels: readonly AccessLevel[];
}

/** The caller as a reader: admins see all of their notifications, other members those for viewers (api.md, Notification). */
export function readerOf(caller: Caller, projectId: string): Reader {
  return { projectId, userId: caller.user_id, levels: isProjectAdmin(caller) ? ACCESS_LEVELS : ['viewer'] };
}
