import { Injectable } from '@nestjs/common';
import type {
  Access,
  KeyRefusal,
  OrganizationAccess,
  ProjectAccess,
  ResolveAccess,
  ResolveEmail,
  Standing,
} from '@pks/contracts';
import { Clock, Database } from '@pks/platform';
import { effective } from '../project-users/project-user.entity.ts';
import { refusalOf } from '../service-accounts/key-status.ts';
import { MailboxProofs } from '../sessions/mailbox-proofs.ts';
import { UserToken } from '../sessions/user-token.entity.ts';
import { UsersRepository } from '../users/users.repository.ts';
import { AccessRepository, type Holder } from './access.repository.ts';

type Places = Pick<ResolveAccess, 'project_id' | 'organization_id'>;

const NOBODY: Access = { caller: null, project: null, organization: null };
/** The only answer to a wrong secret: the state of a key is revealed only to its holder. */
const UNKNOWN_KEY: KeyRefusal = 'Invalid API key.';

/** Resolves credentials to the access that they grant. */
@Injectable()
export class AccessService {
  constructor(
    private readonly holders: AccessRepository,
    private readonly users: UsersRepository,
    private readonly proofs: MailboxProofs,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The holder of the credential and their roles; its use is recorded once an hour at most. */
  async resolve(request: ResolveAccess): Promise<Access> {
    const now = this.clock.now();
    return request.kind === 'api_key' ? this.resolveKey(request, now) : this.resolveToken(request, now);
  }

  /**
   * The active user with the e-mail: for a caller who may act as them, or because an issuer verified the e-mail, which
   * proves the mailbox. Never a service account.
   */
  async resolveEmail(request: ResolveEmail): Promise<Access> {
    const holder = await this.holders.holderOfEmail(request);
    const isToBeProved = holder && request.is_verified && !holder.is_proved;
    if (isToBeProved && !(await this.prove(holder))) return NOBODY;
    return holder ? accessOf(holder, request) : NOBODY;
  }

  /** Proves the holder's mailbox; if they have another e-mail by now, does nothing and returns false. */
  private prove({ user_id, email }: Holder): Promise<boolean> {
    return this.database.transaction(async () => {
      const user = await this.users.lock(user_id);
      if (user?.email !== email) return false;
      if (user.mailboxProvedAt === null) await this.proofs.prove(user, null, this.clock.now());
      return true;
    });
  }

  private async resolveToken(request: ResolveAccess, now: Date): Promise<Access> {
    const holder = await this.holders.holderOfToken(request, UserToken.endedIfUnusedSince(now));
    if (!holder) return this.ended(request);
    await this.recordUse(holder, now);
    return accessOf(holder, request);
  }

  private async ended(request: ResolveAccess): Promise<Access> {
    const token_end = await this.holders.endOfToken(request);
    return { ...NOBODY, ...(token_end && { token_end }) };
  }

  private async resolveKey(request: ResolveAccess, now: Date): Promise<Access> {
    const holder = await this.holders.holderOfKey(request);
    const refusal = holder ? refusalOf(holder, now) : UNKNOWN_KEY;
    if (!holder || refusal !== undefined) return { ...NOBODY, ...(refusal && { refusal }) };
    await this.recordUse(holder, now);
    return accessOf(holder, request);
  }

  private async recordUse(holder: Holder, now: Date): Promise<void> {
    const before = UserToken.recordUseIfBefore(now);
    const { last_used_at } = holder;
    if (last_used_at !== null && new Date(last_used_at) >= before) return;
    await this.holders.recordUse(holder, now, before);
  }
}

function accessOf(holder: Holder, places: Places): Access {
  const { user_id, email, kind, credential_id, role } = holder;
  return {
    caller: {
      user_id,
      email,
      kind,
      credential_id,
      project: projectOf(holder),
      organization: organizationOf(holder),
    },
    project: standing(places.project_id, holder.project_id, holder.permissions),
    organization: standing(places.organization_id, holder.organization_id, role),
  };
}

function standing(
  requested: string | undefined,
  existing: string | null,
  membership: unknown,
): Standing | null {
  if (requested === undefined) return null;
  if (existing === null) return 'unknown';
  return membership === null ? 'foreign' : 'member';
}

function projectOf({ project_id, artifact_publish_mode, permissions }: Holder): ProjectAccess | null {
  if (project_id === null || artifact_publish_mode === null || permissions === null) return null;
  return { id: project_id, permissions: effective(permissions), artifact_publish_mode };
}

function organizationOf({ organization_id, role }: Holder): OrganizationAccess | null {
  return organization_id === null || role === null ? null : { id: organization_id, role };
}
