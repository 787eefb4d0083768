import type { ApiKeyStatus, KeyRefusal, SettableKeyStatus } from '@pks/contracts';

/** What determines a key's status; times as the API writes them. */
export interface KeyState {
  readonly status: SettableKeyStatus;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

const REFUSALS: Readonly<Record<ApiKeyStatus, KeyRefusal | undefined>> = {
  active: undefined,
  disabled: 'API key disabled.',
  expired: 'API key expired.',
  revoked: 'API key revoked.',
};

/** The status of a key: revoked takes precedence over expired, and expired over disabled (decisions 2). */
export function statusOf({ status, expires_at, revoked_at }: KeyState, now: Date): ApiKeyStatus {
  if (revoked_at !== null) return 'revoked';
  if (expires_at !== null && new Date(expires_at) <= now) return 'expired';
  return status;
}

/** Why a key is refused; undefined when it is valid. The keys of a deactivated service account are disabled. */
export function refusalOf(
  state: KeyState & { readonly is_active: boolean },
  now: Date,
): KeyRefusal | undefined {
  return REFUSALS[statusOf(state.is_active ? state : { ...state, status: 'disabled' }, now)];
}
