import { Injectable } from '@nestjs/common';
import { Database, statement } from '@pks/platform';
import { UserToken } from './user-token.entity.ts';

const DELETE_ENDED = statement<object>(
  'user_tokens_delete_ended',
  `DELETE FROM user_tokens WHERE id IN (
     SELECT id FROM user_tokens WHERE user_id = $1 AND last_used_at <= $2::timestamptz LIMIT 100)`,
);

const DELETE_OTHERS = statement<object>(
  'user_tokens_delete_others',
  'DELETE FROM user_tokens WHERE user_id = $1 AND id IS DISTINCT FROM $2::uuid',
);

@Injectable()
export class UserTokensRepository {
  constructor(private readonly database: Database) {}

  /** Adds a token, and deletes expired tokens of its user. */
  async add(token: UserToken, endedIfUnusedSince: Date): Promise<void> {
    await this.database.transaction(async () => {
      await this.database.rows(DELETE_ENDED, [token.userId, endedIfUnusedSince]);
      await this.database.manager.insert(UserToken, token);
    });
  }

  /** Ends all tokens of a user but one; null: all. */
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
