import { Injectable } from '@nestjs/common';
import { passwordResetRequested } from '@pks/contracts';
import { Database, Outbox, statement } from '@pks/platform';
import { PasswordReset } from './password-reset.entity.ts';

const NOW = statement<{ readonly now: string }>('password_resets_now', 'SELECT clock_timestamp() AS now');

/** The last reset of a user, if any, and the time: PostgreSQL's, which all processes share. */
export interface LastReset {
  readonly last: PasswordReset | null;
  readonly now: Date;
}

@Injectable()
export class PasswordResetsRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  find(userId: string): Promise<PasswordReset | null> {
    return this.database.find(PasswordReset, { userId });
  }

  /** The last reset of a user, whose row is locked. */
  async lastOf(userId: string): Promise<LastReset> {
    const [last, [time]] = await Promise.all([this.find(userId), this.database.rows(NOW, [])]);
    return { last, now: new Date(time?.now ?? NaN) };
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
