import { contract, page, rpc, secret, shownOnce } from '../kit/contract.ts';
import { OneOf, Text, Timestamp, Uuid, Words } from '../kit/fields.ts';
import { Paged } from '../requests.ts';
import { InOrganization } from './organizations.contract.ts';

/** A member of an organization that is not a person and authenticates with API keys (decisions 2). Its `id` is a user id. */
export class ServiceAccount {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly name!: string;

  @Words({ description: 'Identifies the account where users are listed; it receives no e-mail.' })
  readonly email!: string;

  @Timestamp()
  readonly created_at!: string;
}

/** A page of an organization's service accounts. */
export class ListServiceAccounts extends Paged {
  @Uuid()
  readonly organization_id!: string;
}

/** Creates a service account, without a key. */
export class CreateServiceAccount extends InOrganization {
  @Text({ max: 255, trim: true, example: 'Nightly import' })
  readonly name!: string;
}

/** `revoked` is permanent, `expired` lasts until a later `expires_at` is set, and `disabled` can be undone. */
export const API_KEY_STATUSES = ['active', 'disabled', 'expired', 'revoked'] as const;
/** The state of an API key (decisions 2). */
export type ApiKeyStatus = (typeof API_KEY_STATUSES)[number];

/** The statuses that an admin of the organization can set. */
export const SETTABLE_KEY_STATUSES = ['active', 'disabled'] as const;
/** A status that an admin of the organization can set. */
export type SettableKeyStatus = (typeof SETTABLE_KEY_STATUSES)[number];

/** A key of a service account, without its secret. */
export class ApiKey {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly name!: string;

  @Words({ description: 'The beginning of the key, to identify it.' })
  readonly prefix!: string;

  @OneOf(API_KEY_STATUSES)
  readonly status!: ApiKeyStatus;

  @Timestamp({ nullable: true })
  readonly expires_at!: string | null;

  @Timestamp({ nullable: true, description: 'When the key was last used, to the hour.' })
  readonly last_used_at!: string | null;

  @Timestamp()
  readonly created_at!: string;
}

/** A new key; `key` is in this response only. */
export class NewApiKey extends ApiKey {
  @Words({ description: 'Sent as `Authorization: Bearer <key>`.' })
  readonly key!: string;
}

/** A request about the keys of a service account. */
export class InServiceAccount extends InOrganization {
  @Uuid()
  readonly service_account_id!: string;
}

/** A page of a service account's keys. */
export class ListApiKeys extends Paged {
  @Uuid()
  readonly organization_id!: string;

  @Uuid()
  readonly service_account_id!: string;
}

/** Creates a key of a service account. */
export class CreateApiKey extends InServiceAccount {
  @Text({ max: 255, blank: true, trim: true, default: '' })
  readonly name!: string;

  @Timestamp({ optional: true, nullable: true, description: 'When the key expires; never if absent.' })
  readonly expires_at?: string | null;
}

/** A request about one key of a service account. */
export class ApiKeyReference extends InServiceAccount {
  @Uuid()
  readonly key_id!: string;
}

/** Fields that are absent do not change. */
export class UpdateApiKey extends ApiKeyReference {
  @Text({ max: 255, blank: true, trim: true, optional: true })
  readonly name?: string;

  @OneOf(SETTABLE_KEY_STATUSES, { optional: true })
  readonly status?: SettableKeyStatus;

  @Timestamp({
    optional: true,
    nullable: true,
    description: 'A time in the past expires the key immediately.',
  })
  readonly expires_at?: string | null;
}

/** The service accounts of an organization, newest first. */
export const serviceAccounts = contract('identity.service-accounts', {
  list: rpc(ListServiceAccounts).by('organization_admin').returns(page(ServiceAccount)),
  create: rpc(CreateServiceAccount).by('organization_admin').returns(ServiceAccount),
});

/** The keys of a service account, newest first. A revoked key stays revoked (decisions 2). */
export const apiKeys = contract('identity.api-keys', {
  list: rpc(ListApiKeys).by('organization_admin').returns(page(ApiKey)),
  create: secret(rpc(CreateApiKey).by('organization_admin').returns(shownOnce(NewApiKey))),
  update: rpc(UpdateApiKey).by('organization_admin').returns(ApiKey),
  revoke: rpc(ApiKeyReference).by('organization_admin').returns(ApiKey),
});
