import type { Caller } from '@pks/contracts';

/** Both users of an impersonated request, for its log line; nothing for any other request (decisions 2, Impersonation). */
export function bothUsers(caller: Caller | null): Readonly<Record<string, string>> {
  if (!caller?.impersonated_by) return {};
  const { user_id, email: user_email } = caller.impersonated_by;
  return { user_id, user_email, effective_user_id: caller.user_id, effective_user_email: caller.email };
}
