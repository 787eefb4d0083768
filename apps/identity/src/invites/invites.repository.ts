import { Injectable } from '@nestjs/common';
import {
  type InviteIssued,
  type InviteType,
  type Invite as InviteView,
  type ListInvites,
  type Page,
  inviteIssued,
} from '@pks/contracts';
import { Database, Outbox, acrossProjects, pageOf, pageStatement, statement } from '@pks/platform';
import { Invite } from './invite.entity.ts';

const OF_PROJECT = 'i.project_id = :project_id AND (:status::text IS NULL OR i.status = :status)';

const SHOWN = `
  SELECT i.id, i.email, i.permissions, i.profile, i.status, i.created_at, i.updated_at,
         json_build_object('id', u.id, 'email', u.email) AS invited_by
    FROM invites i JOIN users u ON u.id = i.invited_by
   WHERE i.project_id = :project_id AND i.id = page.id`;

const LIST = pageStatement<InviteView>('invites_list', {
  results: `SELECT i.id, i.created_at FROM invites i WHERE ${OF_PROJECT}`,
  order: 'created_at DESC, id',
  indexed: true,
  show: SHOWN,
});

const SEARCH = pageStatement<InviteView>('invites_search', {
  results: `
    SELECT i.id, i.created_at FROM invites i
     WHERE ${OF_PROJECT} AND strpos(lower(i.email), lower(:search COLLATE "C")) > 0`,
  order: 'created_at DESC, id',
  indexed: true,
  show: SHOWN,
});

/** A new invite, or the next edition of the pending one for this e-mail: concurrent requests result in one invite. */
const OPEN = statement<{ id: string }>(
  'invites_open',
  `INSERT INTO invites (project_id, id, email, permissions, profile, status, edition, expires_at, invited_by,
                        created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, 'pending', 1, $6, $7, $8, $8)
   ON CONFLICT (project_id, lower(email)) WHERE status = 'pending'
   DO UPDATE SET permissions = excluded.permissions, profile = excluded.profile, edition = invites.edition + 1,
                 expires_at = excluded.expires_at, invited_by = excluded.invited_by,
                 updated_at = greatest(excluded.updated_at, invites.updated_at)
   RETURNING id`,
);

const LOCK_PENDING = statement<{ id: string }>(
  'invites_lock_pending',
  `SELECT id FROM invites
    WHERE project_id = $1 AND status = 'pending'
      AND id = (SELECT id FROM searchable_invites
                 WHERE project_id = $1 AND lower(email) = lower($2 COLLATE "C") AND status = 'pending')
      FOR UPDATE`,
);

/** Counts only as far as necessary. */
const COUNT_PENDING = statement<{ pending: number }>(
  'invites_count_pending',
  `SELECT count(*)::integer AS pending
     FROM (SELECT 1 FROM invites WHERE project_id = $1 AND status = 'pending' LIMIT $2) AS counted`,
);

@Injectable()
export class InvitesRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** The invites of a project, by status and by a part of the e-mail, newest first. */
  async list(request: ListInvites): Promise<Page<InviteView>> {
    const { status = null, search = '' } = request;
    const rows = search === '' ? LIST : SEARCH;
    return pageOf(await this.database.rows(rows, { ...request, status, search }));
  }

  /** Adds the invite, or renews the pending one for its e-mail; returns it locked. */
  open(invite: Invite): Promise<Invite> {
    return this.database.transaction(async () => {
      const { projectId, id, email, permissions, profile, expiresAt, invitedBy, createdAt } = invite;
      const values = [projectId, id, email, permissions, profile, expiresAt, invitedBy, createdAt];
      const [opened] = await this.database.rows(OPEN, values);
      return this.database.manager.findOneByOrFail(Invite, { projectId, id: opened?.id ?? id });
    });
  }

  /** The pending invite of an e-mail, locked until the end of the transaction; null when there is none. */
  lockPending(projectId: string, email: string): Promise<Invite | null> {
    return this.database.transaction(async () => {
      const [pending] = await this.database.rows(LOCK_PENDING, [projectId, email]);
      return pending ? this.find(projectId, pending.id) : null;
    });
  }

  /** Accepts the pending invite of an e-mail that is, or becomes, that of a member; does nothing when there is none. */
  acceptPending(projectId: string, email: string, now: Date): Promise<void> {
    return this.database.transaction(async () => {
      const pending = await this.lockPending(projectId, email);
      if (!pending) return;
      pending.accept(now);
      await this.save(pending);
    });
  }

  /** The number of pending invites of a project, counted up to a limit. */
  async countPending(projectId: string, limit: number): Promise<number> {
    const [counted] = await this.database.rows(COUNT_PENDING, [projectId, limit]);
    return counted?.pending ?? 0;
  }

  lock(projectId: string, id: string): Promise<Invite | null> {
    return this.database.lock(Invite, { projectId, id }, 'pessimistic_write');
  }

  /** The pending invite whose token has this hash, in any project: the token does not name one. */
  findByToken(tokenHash: string): Promise<Invite | null> {
    return acrossProjects(() => this.database.find(Invite, { tokenHash }));
  }

  /** The same invite, locked: of two concurrent acceptances, the second finds none. */
  lockByToken(tokenHash: string): Promise<Invite | null> {
    return acrossProjects(() => this.database.lock(Invite, { tokenHash }, 'pessimistic_write'));
  }

  async save(invite: Invite): Promise<void> {
    await this.database.transaction(() => this.database.manager.save(invite));
  }

  /** Saves an issued invite with its event: both, or neither. */
  async saveIssued(invite: Invite): Promise<void> {
    await this.database.transaction(async () => {
      await this.database.manager.save(invite);
      await this.outbox.add([inviteIssued.of(issued(invite, 'new_user'))]);
    });
  }

  /** Saves an invite that made an existing user a member, with its event if an e-mail is to be sent: both, or neither. */
  async saveSettled(invite: Invite, { isMailed }: { readonly isMailed: boolean }): Promise<void> {
    await this.database.transaction(async () => {
      await this.database.manager.save(invite);
      if (isMailed) await this.outbox.add([inviteIssued.of(issued(invite, 'existing_user'))]);
    });
  }

  find(projectId: string, id: string): Promise<Invite | null> {
    return this.database.find(Invite, { projectId, id });
  }
}

function issued({ projectId, id, edition, email }: Invite, kind: InviteType): InviteIssued {
  return { project_id: projectId, invite_id: id, edition, email, kind };
}
