import { Injectable } from '@nestjs/common';
import { Database, type Statement, statement } from '@pks/platform';
import { User } from '../users/user.entity.ts';
import { PastToken } from './past-token.entity.ts';
import { UserToken } from './user-token.entity.ts';

/** Ends tokens, and records them as past ones. */
const past = (condition: string, isRevoked: boolean): string => `
  ended AS (DELETE FROM user_tokens WHERE ${condition} RETURNING secret_hash, user_id)
  INSERT INTO past_tokens (secret_hash, user_id, is_revoked, ended_at)
  SELECT secret_hash, user_id, ${isRevoked}, now() FROM ended
  RETURNING secret_hash`;

const END_UNUSED = statement<object>(
  'user_tokens_end_unused',
  `WITH ${past('id IN (SELECT id FROM user_tokens WHERE user_id = $1 AND last_used_at <= $2::timestamptz LIMIT 100)', false)}`,
);

/** All but the most recently used tokens; of those last used at the same time, the newest are kept. */
const END_SURPLUS = statement<object>(
  'user_tokens_end_surplus',
  `WITH ${past(
    'id IN (SELECT id FROM user_tokens WHERE user_id = $1 ORDER BY last_used_at DESC, id DESC OFFSET $2 LIMIT 1000)',
    false,
  )}`,
);

const REVOKE_OTHERS = statement<object>(
  'user_tokens_revoke_others',
  `WITH voided AS (UPDATE password_resets SET token_hash = NULL WHERE user_id = $1 AND token_hash IS NOT NULL),
   ${past('user_id = $1 AND id IS DISTINCT FROM $2::uuid', true)}`,
);

const REVOKE = statement<object>('user_tokens_revoke', `WITH ${past('id = $1 AND user_id = $2', true)}`);

const FORGET = statement<object>(
  'past_tokens_forget',
  `DELETE FROM past_tokens WHERE secret_hash IN (
     SELECT secret_hash FROM past_tokens WHERE user_id = $1
      ORDER BY ended_at DESC, secret_hash OFFSET $2 LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
);

@Injectable()
export class UserTokensRepository {
  constructor(private readonly database: Database) {}

  /**
   * Adds a token. Ends the user's expired tokens, and the least recently used ones beyond the limit; forgets past tokens beyond
   * theirs. Concurrent logins wait for each other.
   */
  async add(token: UserToken, endedIfUnusedSince: Date): Promise<void> {
    await this.database.transaction(async () => {
      await Promise.all([
        this.database.lock(User, { id: token.userId }, 'for_no_key_update'),
        this.database.rows(END_UNUSED, [token.userId, endedIfUnusedSince]),
        this.database.rows(END_SURPLUS, [token.userId, UserToken.MOST - 1]),
        this.database.rows(FORGET, [token.userId, PastToken.MOST]),
        this.database.manager.insert(UserToken, token),
      ]);
    });
  }

  /** Whether a user has this token. */
  async exists(id: string, userId: string): Promise<boolean> {
    return (await this.database.find(UserToken, { id, userId })) !== null;
  }

  /** Ends all tokens of a user but one (null: all), including that of a password reset which was mailed and is not used yet. */
  async revokeOthers(userId: string, keptId: string | null): Promise<void> {
    await this.end(userId, REVOKE_OTHERS, [userId, keptId]);
  }

  /** Revokes a token of a user; returns whether there was such a token. */
  async revoke(id: string, userId: string): Promise<boolean> {
    return (await this.end(userId, REVOKE, [id, userId])).length > 0;
  }

  /** Ends tokens of a user, and forgets past ones beyond the limit. Returns those that ended. */
  private end(userId: string, ending: Statement<object>, values: readonly unknown[]): Promise<object[]> {
    return this.database.transaction(async () => {
      const [ended] = await Promise.all([
        this.database.rows(ending, values),
        this.database.rows(FORGET, [userId, PastToken.MOST]),
      ]);
      return ended;
    });
  }
}
