import { Injectable } from '@nestjs/common';
import { passwordResetRequested } from '@pks/contracts';
import { Database, Outbox } from '@pks/platform';
import { PasswordReset } from './password-reset.entity.ts';

@Injectable()
export class PasswordResetsRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  find(userId: string): Promise<PasswordReset | null> {
    return this.database.find(PasswordReset, { userId });
  }

  findByToken(tokenHash: string): Promise<PasswordReset | null> {
    return this.database.find(PasswordReset, { tokenHash });
  }

  /** Saves a reset with its token, and the event that sends its e-mail: both, or neither. */
  async saveRequested(reset: PasswordReset): Promise<void> {
    await this.database.transaction(async () => {
      await this.database.manager.save(reset);
      const { userId, edition, email } = reset;
      await this.outbox.add([passwordResetRequested.of({ user_id: userId, edition, email })]);
    });
  }
}
