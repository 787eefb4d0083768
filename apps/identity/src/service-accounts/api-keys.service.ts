import { Injectable } from '@nestjs/common';
import {
  type ApiKeyReference,
  type ApiKey as ApiKeyView,
  type CreateApiKey,
  type InServiceAccount,
  type ListApiKeys,
  type NewApiKey,
  type Page,
  type UpdateApiKey,
  timeOf,
} from '@pks/contracts';
import { Clock, Database, NotFound, NotPossible } from '@pks/platform';
import { AccessNotices } from '../access-notices.ts';
import { ApiKey, type KeyChoices } from './api-key.entity.ts';
import { ApiKeysRepository } from './api-keys.repository.ts';
import { ServiceAccountsRepository } from './service-accounts.repository.ts';

/** How many keys that are neither revoked nor expired a service account may have. */
const MOST_KEYS = 100;

/** A key that has been revoked or expired for longer than this is deleted if its account has many newer ones. Milliseconds. */
const OVER_MS = 90 * 24 * 60 * 60_000;

/** The keys of an organization's service accounts (decisions 2). @throws NotFound for any other account. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly accounts: ServiceAccountsRepository,
    private readonly keys: ApiKeysRepository,
    private readonly notices: AccessNotices,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list(request: ListApiKeys): Promise<Page<ApiKeyView>> {
    await this.assertExists(request);
    return this.keys.list(request.service_account_id, request, this.clock.now());
  }

  /** Creates a key; this response is the only one that contains its secret. @throws NotPossible when there are too many. */
  create(request: CreateApiKey): Promise<NewApiKey> {
    return this.database.transaction(async () => {
      await this.assertExists(request);
      const now = this.clock.now();
      await this.assertRoom(request.service_account_id, now);
      const { name, expires_at = null } = request;
      const expiresAt = expires_at === null ? null : timeOf(expires_at);
      const { key, secret } = ApiKey.issue(request.service_account_id, { name, expiresAt }, now);
      await this.keys.add(key, new Date(now.getTime() - OVER_MS));
      return { ...key.view(now), key: secret };
    });
  }

  /** Changes the given fields. @throws NotPossible for any change to a revoked key, and when extending an expired one would exceed the limit. */
  update(request: UpdateApiKey): Promise<ApiKeyView> {
    return this.database.transaction(async () => {
      const key = await this.locked(request);
      const [choices, now] = [choicesOf(request), this.clock.now()];
      if (Object.keys(choices).length > 0) {
        const wasOver = key.isOver(now);
        key.change(choices);
        if (wasOver && !key.isOver(now)) await this.assertRoom(key.userId, now);
        await this.keep(key);
      }
      return key.view(now);
    });
  }

  /** Revokes a key permanently; a revoked one stays as it is. */
  revoke(request: ApiKeyReference): Promise<ApiKeyView> {
    return this.database.transaction(async () => {
      const key = await this.locked(request);
      if (key.revoke(this.clock.now())) await this.keep(key);
      return key.view(this.clock.now());
    });
  }

  private async assertRoom(accountId: string, now: Date): Promise<void> {
    if ((await this.keys.countValid(accountId, now, MOST_KEYS)) < MOST_KEYS) return;
    throw new NotPossible('A service account can have 100 keys that are neither revoked nor expired.');
  }

  private async keep(key: ApiKey): Promise<void> {
    await this.keys.save(key);
    this.notices.changed([key.userId]);
  }

  private async locked(reference: ApiKeyReference): Promise<ApiKey> {
    await this.assertExists(reference);
    const key = await this.keys.lock(reference.service_account_id, reference.key_id);
    if (!key) throw new NotFound();
    return key;
  }

  private async assertExists({ organization_id, service_account_id }: InServiceAccount): Promise<void> {
    if (!(await this.accounts.exists(organization_id, service_account_id))) throw new NotFound();
  }
}

function choicesOf({ name, status, expires_at }: UpdateApiKey): Partial<KeyChoices> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(status === undefined ? {} : { status }),
    ...(expires_at === undefined ? {} : { expiresAt: expires_at === null ? null : timeOf(expires_at) }),
  };
}
