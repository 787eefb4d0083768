import { Injectable } from '@nestjs/common';
import type {
  Access,
  KeyRefusal,
  ProjectAccess,
  ResolveAccess,
  ResolveEmail,
  Standing,
} from '@pks/contracts';
import { Clock } from '@pks/platform';
import { effective } from '../project-users/permissions.ts';
import { refusalOf } from '../service-accounts/key-status.ts';
import { UserToken } from '../sessions/user-token.entity.ts';
import { AccessRepository, type Holder } from './access.repository.ts';

type Asked = Pick<ResolveAccess, 'project_id' | 'organization_id'>;

const NOBODY: Access = { caller: null, project: null, organization: null, organization_role: null };
/** The only answer to a wrong secret: what an existing key is, is told to who has it. */
const UNKNOWN_KEY: KeyRefusal = 'Invalid API key.';

/** Tells the gateway what a credential is worth. */
@Injectable()
export class AccessService {
  constructor(
    private readonly holders: AccessRepository,
    private readonly clock: Clock,
  ) {}

  /** Who holds the credential and where he stands; its use is noted once an hour at most. */
  async resolve(request: ResolveAccess): Promise<Access> {
    const now = this.clock.now();
    return request.kind === 'api_key' ? this.resolveKey(request, now) : this.resolveToken(request, now);
  }

  /** The active user who has the e-mail, where somebody else vouches that it is his; a service account has none. */
  async resolveEmail(request: ResolveEmail): Promise<Access> {
    const holder = await this.holders.holderOfEmail(request);
    return holder ? accessOf(holder, request) : NOBODY;
  }

  private async resolveToken(request: ResolveAccess, now: Date): Promise<Access> {
    const holder = await this.holders.holderOfToken(request, UserToken.endedIfUnusedSince(now));
    if (!holder) return NOBODY;
    await this.noteUse(holder, now);
    return accessOf(holder, request);
  }

  private async resolveKey(request: ResolveAccess, now: Date): Promise<Access> {
    const holder = await this.holders.holderOfKey(request);
    const refusal = holder ? refusalOf(holder, now) : UNKNOWN_KEY;
    if (!holder || refusal !== undefined) return { ...NOBODY, ...(refusal && { refusal }) };
    await this.noteUse(holder, now);
    return accessOf(holder, request);
  }

  private async noteUse(holder: Holder, now: Date): Promise<void> {
    const before = UserToken.noteUseIfBefore(now);
    const { last_used_at } = holder;
    if (last_used_at !== null && new Date(last_used_at) >= before) return;
    await this.holders.noteUse(holder, now, before);
  }
}

function accessOf(holder: Holder, asked: Asked): Access {
  const { user_id, email, kind, credential_id, role } = holder;
  return {
    caller: { user_id, email, kind, credential_id, project: projectOf(holder) },
    project: standing(asked.project_id, holder.project_id, holder.permissions),
    organization: standing(asked.organization_id, holder.organization_id, role),
    organization_role: role,
  };
}

function standing(asked: string | undefined, found: string | null, membership: unknown): Standing | null {
  if (asked === undefined) return null;
  if (found === null) return 'unknown';
  return membership === null ? 'foreign' : 'member';
}

function projectOf({ project_id, artifact_publish_mode, permissions }: Holder): ProjectAccess | null {
  if (project_id === null || artifact_publish_mode === null || permissions === null) return null;
  return { id: project_id, permissions: effective(permissions), artifact_publish_mode };
}
