import { Injectable } from '@nestjs/common';
import type { ApiKey as ApiKeyView, Page, Paged } from '@pks/contracts';
import { Database, pageOf, pageStatement, statement } from '@pks/platform';
import { User } from '../users/user.entity.ts';
import { ApiKey } from './api-key.entity.ts';
import { type KeyState, statusOf } from './key-status.ts';

type KeyRow = Omit<ApiKeyView, 'status'> & KeyState;

const LIST = pageStatement<KeyRow>('api_keys_list', {
  results: `
    SELECT id, name, prefix, status, expires_at, revoked_at, last_used_at, created_at
      FROM api_keys
     WHERE user_id = :userId`,
  order: 'created_at DESC, id',
});

/** Counts only as far as necessary. */
const COUNT_VALID = statement<{ keys: number }>(
  'api_keys_count_valid',
  `SELECT count(*)::integer AS keys
     FROM (SELECT 1 FROM api_keys
            WHERE user_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2::timestamptz)
            LIMIT $3) AS counted`,
);

/** Keys that are revoked or expired, except the newest ones of their account, whether or not those are over, and except keys that are being changed. */
const DELETE_OVER = statement<object>(
  'api_keys_delete_over',
  `DELETE FROM api_keys WHERE id IN (
     SELECT id FROM api_keys
      WHERE user_id = $1 AND created_at < $2::timestamptz AND least(revoked_at, expires_at) < $2::timestamptz
        AND created_at < (SELECT created_at FROM api_keys WHERE user_id = $1 ORDER BY created_at DESC OFFSET $3 LIMIT 1)
      ORDER BY created_at LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
);

@Injectable()
export class ApiKeysRepository {
  constructor(private readonly database: Database) {}

  /** The keys of a service account, newest first. */
  async list(userId: string, { limit, offset }: Paged, now: Date): Promise<Page<ApiKeyView>> {
    const { count, results } = pageOf(await this.database.rows(LIST, { userId, limit, offset }));
    return { count, results: results.map((row) => viewOf(row, now)) };
  }

  /**
   * The number of keys of a service account that are neither revoked nor expired, counted up to a limit. Until the end of the transaction, others who count them wait.
   */
  async countValid(userId: string, now: Date, limit: number): Promise<number> {
    await this.database.lock(User, { id: userId }, 'for_no_key_update');
    const [counted] = await this.database.rows(COUNT_VALID, [userId, now, limit]);
    return counted?.keys ?? 0;
  }

  /** Adds a key, and deletes the keys of its account that were over before `overBefore`, except the newest ones, which an account always keeps. */
  async add(key: ApiKey, overBefore: Date): Promise<void> {
    await this.database.transaction(async () => {
      await this.database.manager.insert(ApiKey, key);
      await this.database.rows(DELETE_OVER, [key.userId, overBefore, ApiKey.KEPT - 1]);
    });
  }

  /** A key of this service account, locked until the end of the transaction: other changes to it wait. */
  lock(userId: string, id: string): Promise<ApiKey | null> {
    return this.database.lock(ApiKey, { id, userId }, 'for_no_key_update');
  }

  async save(key: ApiKey): Promise<void> {
    await this.database.transaction(() => this.database.manager.save(key));
  }
}

function viewOf({ revoked_at, status, ...key }: KeyRow, now: Date): ApiKeyView {
  return { ...key, status: statusOf({ ...key, status, revoked_at }, now) };
}
