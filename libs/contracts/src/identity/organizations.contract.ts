import { contract, rpc } from '../kit/contract.ts';
import { Text, Timestamp, Uuid, Words } from '../kit/fields.ts';

/** An organization: the owner of projects. */
export class Organization {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly name!: string;

  @Timestamp()
  readonly created_at!: string;
}

/** A request about an organization. */
export class InOrganization {
  @Uuid()
  readonly organization_id!: string;
}

/** Renames an organization. Names need not be unique. */
export class UpdateOrganization extends InOrganization {
  @Text({ max: 255, trim: true, optional: true, example: 'Example Ltd' })
  readonly name?: string;
}

/** Organizations, for their admins. */
export const organizations = contract('identity.organizations', {
  get: rpc(InOrganization).by('organization_admin').returns(Organization),
  update: rpc(UpdateOrganization).by('organization_admin').returns(Organization),
});
