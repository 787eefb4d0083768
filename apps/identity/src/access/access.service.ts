import { Injectable } from '@nestjs/common';
import type { Access, ProjectAccess, ResolveAccess, Standing } from '@pks/contracts';
import { Clock } from '@pks/platform';
import { effective } from '../project-users/permissions.ts';
import { UserToken } from '../sessions/user-token.entity.ts';
import { AccessRepository, type Holder } from './access.repository.ts';

const NOBODY: Access = { caller: null, project: null, organization: null, organization_role: null };

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
    const holder = await this.holders.find(request, UserToken.endedIfUnusedSince(now));
    if (!holder) return NOBODY;
    const before = UserToken.noteUseIfBefore(now);
    if (new Date(holder.last_used_at) < before) await this.holders.noteUse(holder.credential_id, now, before);
    return accessOf(holder, request);
  }
}

function accessOf(holder: Holder, asked: ResolveAccess): Access {
  const { user_id, email, credential_id, role } = holder;
  return {
    caller: { user_id, email, kind: 'user', credential_id, project: projectOf(holder) },
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
