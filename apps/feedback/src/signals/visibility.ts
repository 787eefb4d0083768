import { type Caller, isProjectAdmin } from '@pks/contracts';

/** Whose signals alone a caller sees; null where he sees all: admins do, others see what they gave (api.md, Signals). */
export function onlyOf(caller: Caller): string | null {
  return isProjectAdmin(caller) ? null : caller.user_id;
}

/** Whether a caller sees what somebody gave. */
export function isVisibleTo(caller: Caller, givenById: string): boolean {
  const only = onlyOf(caller);
  return only === null || only === givenById;
}
