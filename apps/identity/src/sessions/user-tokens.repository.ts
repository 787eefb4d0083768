import { Injectable } from '@nestjs/common';
import { Database, statement } from '@pks/platform';
import { User } from '../users/user.entity.ts';
import { UserToken } from './user-token.entity.ts';

const DELETE_ENDED = statement<object>(
  'user_tokens_delete_ended',
  `DELETE FROM user_tokens WHERE id IN (
     SELECT id FROM user_tokens WHERE user_id = $1 AND last_used_at <= $2::timestamptz LIMIT 100)`,
);

/** All but the most recently used ones, of equals the newest. */
const DELETE_SURPLUS = statement<object>(
  'user_tokens_delete_surplus',
  `DELETE FROM user_tokens WHERE id IN (
     SELECT id FROM user_tokens WHERE user_id = $1 ORDER BY last_used_at DESC, id DESC OFFSET $2 LIMIT 1000)`,
);

const DELETE_OTHERS = statement<object>(
  'user_tokens_delete_others',
  `WITH voided AS (UPDATE password_resets SET token_hash = NULL WHERE user_id = $1 AND token_hash IS NOT NULL)
   DELETE FROM user_tokens WHERE user_id = $1 AND id IS DISTINCT FROM $2::uuid`,
);

@Injectable()
export class UserTokensRepository {
  constructor(private readonly database: Database) {}

  /**
   * Adds a token. It deletes expired tokens of its user, and those unused for longest that are more than a user may have:
   * concurrent logins wait for each other.
   */
  async add(token: UserToken, endedIfUnusedSince: Date): Promise<void> {
    await this.database.transaction(async () => {
      await this.database.lock(User, { id: token.userId }, 'for_no_key_update');
      await this.database.rows(DELETE_ENDED, [token.userId, endedIfUnusedSince]);
      await this.database.rows(DELETE_SURPLUS, [token.userId, UserToken.MOST - 1]);
      await this.database.manager.insert(UserToken, token);
    });
  }

  /** Whether a user has this token. */
  async exists(id: string, userId: string): Promise<boolean> {
    return (await this.database.find(UserToken, { id, userId })) !== null;
  }

  /** Ends all tokens of a user but one, null: all; also that of a password reset which was mailed and is not used yet. */
  async deleteOthers(userId: string, keptId: string | null): Promise<void> {
    await this.database.rows(DELETE_OTHERS, [userId, keptId]);
  }

  /** Returns whether there was such a token. */
  async delete(id: string, userId: string): Promise<boolean> {
    const deleted = await this.database.transaction(() =>
      this.database.manager.delete(UserToken, { id, userId }),
    );
    return (deleted.affected ?? 0) > 0;
  }
}
