import { Injectable } from '@nestjs/common';
import { organizationInviteIssued } from '@pks/contracts';
import { Database, Outbox } from '@pks/platform';
import { OrganizationInvite } from './organization-invite.entity.ts';

@Injectable()
export class OrganizationInvitesRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  find(organizationId: string, userId: string): Promise<OrganizationInvite | null> {
    return this.database.find(OrganizationInvite, { organizationId, userId });
  }

  /** The invite whose token has this hash. */
  findByToken(tokenHash: string): Promise<OrganizationInvite | null> {
    return this.database.find(OrganizationInvite, { tokenHash });
  }

  async save(invite: OrganizationInvite): Promise<void> {
    await this.database.transaction(() => this.database.manager.save(invite));
  }

  /** Saves an invite with a new token, and the event that sends its e-mail: both, or neither. */
  async saveIssued(invite: OrganizationInvite): Promise<void> {
    await this.database.transaction(async () => {
      await this.save(invite);
      const { organizationId, userId, edition, email } = invite;
      const issued = { organization_id: organizationId, user_id: userId, edition, email };
      await this.outbox.add([organizationInviteIssued.of(issued)]);
    });
  }

  async delete({ organizationId, userId }: OrganizationInvite): Promise<void> {
    await this.database.transaction(() =>
      this.database.manager.delete(OrganizationInvite, { organizationId, userId }),
    );
  }
}
