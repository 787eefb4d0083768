import { ACCESS_LEVELS, type AccessLevel, type Caller, isProjectAdmin } from '@pks/contracts';

/** Whose notifications, and on which levels he sees them. */
export interface Reader {
  readonly projectId: string;
  readonly userId: string;
  readonly levels: readonly AccessLevel[];
}

/** The caller as a reader: an admin sees everything of his, any other member what is for viewers (api.md, Notification). */
export function readerOf(caller: Caller, projectId: string): Reader {
  return { projectId, userId: caller.user_id, levels: isProjectAdmin(caller) ? ACCESS_LEVELS : ['viewer'] };
}

/** The first three values of every statement about a reader's notifications. */
export function valuesOf({ projectId, userId, levels }: Reader): unknown[] {
  return [projectId, userId, levels];
}
