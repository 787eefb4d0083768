import {
  type GetMembership,
  type AudienceChange,
  type AudienceNumber,
  type ListAudienceChanges,
  type ListAudienceNumbers,
  type Membership,
  audience,
} from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { AudienceRepository } from './audience.repository.ts';

@Serves(audience)
export class AudienceController implements Service<typeof audience> {
  constructor(private readonly audience: AudienceRepository) {}

  changes({ project_id, after }: ListAudienceChanges): Promise<readonly AudienceChange[]> {
    return this.audience.changes(project_id, after);
  }

  numbers({ projects }: ListAudienceNumbers): Promise<readonly AudienceNumber[]> {
    return this.audience.numbers(projects);
  }

  membership({ project_id, user_id }: GetMembership): Promise<Membership> {
    return this.audience.membership(project_id, user_id);
  }
}
