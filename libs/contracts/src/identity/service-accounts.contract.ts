import { contract, page, rpc, shownOnce } from '../kit/contract.ts';
import { OneOf, Text, Timestamp, Uuid, Words } from '../kit/fields.ts';
import { Paged } from '../requests.ts';

/** Someone who is no person: a member of its organization that acts by API keys (decisions 2). Its `id` is a user id. */
export class ServiceAccount {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly name!: string;

  @Words({ description: 'Names the account where users are named; no mail reaches it.' })
  readonly email!: string;

  @Timestamp()
  readonly created_at!: string;
}

export class ListServiceAccounts extends Paged {
  @Uuid()
  readonly organization_id!: string;
}

export class CreateServiceAccount {
  @Uuid()
  readonly organization_id!: string;

  @Text({ max: 255, trim: true, example: 'Nightly import' })
  readonly name!: string;
}

/** `revoked` and `expired` are for good, unless a later `expires_at` is set; `disabled` can be undone. */
export const API_KEY_STATUSES = ['active', 'disabled', 'expired', 'revoked'] as const;
export type ApiKeyStatus = (typeof API_KEY_STATUSES)[number];

/** The statuses that can be set. */
export const SETTABLE_KEY_STATUSES = ['active', 'disabled'] as const;
export type SettableKeyStatus = (typeof SETTABLE_KEY_STATUSES)[number];

/** A key of a service account, without its secret. */
export class ApiKey {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly name!: string;

  @Words({ description: 'How the key begins, to tell it from others.' })
  readonly prefix!: string;

  @OneOf(API_KEY_STATUSES)
  readonly status!: ApiKeyStatus;

  @Timestamp({ nullable: true })
  readonly expires_at!: string | null;

  @Timestamp({ nullable: true, description: 'To the hour.' })
  readonly last_used_at!: string | null;

  @Timestamp()
  readonly created_at!: string;
}

/** A key that was just made; `key` is shown here and never again. */
export class NewApiKey extends ApiKey {
  @Words({ description: 'Sent as `Authorization: Bearer <key>`.' })
  readonly key!: string;
}

export class InServiceAccount {
  @Uuid()
  readonly organization_id!: string;

  @Uuid()
  readonly service_account_id!: string;
}

export class ListApiKeys extends Paged {
  @Uuid()
  readonly organization_id!: string;

  @Uuid()
  readonly service_account_id!: string;
}

export class CreateApiKey extends InServiceAccount {
  @Text({ max: 255, blank: true, trim: true, default: '' })
  readonly name!: string;

  @Timestamp({ optional: true, nullable: true, description: 'The key ends then; without it, never.' })
  readonly expires_at?: string | null;
}

export class ApiKeyReference extends InServiceAccount {
  @Uuid()
  readonly key_id!: string;
}

/** Fields that are absent stay as they are. */
export class UpdateApiKey extends ApiKeyReference {
  @Text({ max: 255, blank: true, trim: true, optional: true })
  readonly name?: string;

  @OneOf(SETTABLE_KEY_STATUSES, { optional: true })
  readonly status?: SettableKeyStatus;

  @Timestamp({ optional: true, nullable: true, description: 'One in the past ends the key at once.' })
  readonly expires_at?: string | null;
}

/** The service accounts of an organization, newest first. */
export const serviceAccounts = contract('identity.service-accounts', {
  list: rpc(ListServiceAccounts).returns(page(ServiceAccount)),
  create: rpc(CreateServiceAccount).returns(ServiceAccount),
});

/** The keys of a service account, newest first. A revoked key stays revoked (decisions 2). */
export const apiKeys = contract('identity.api-keys', {
  list: rpc(ListApiKeys).returns(page(ApiKey)),
  create: rpc(CreateApiKey).returns(shownOnce(NewApiKey)),
  update: rpc(UpdateApiKey).returns(ApiKey),
  revoke: rpc(ApiKeyReference).returns(ApiKey),
});
