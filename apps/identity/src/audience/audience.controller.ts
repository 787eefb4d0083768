import {
  type GetMembership,
  type AudienceMember,
  type InProject,
  type Membership,
  audience,
} from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { AudienceRepository } from './audience.repository.ts';

@Serves(audience)
export class AudienceController implements Service<typeof audience> {
  constructor(private readonly audience: AudienceRepository) {}

  of({ project_id }: InProject): Promise<readonly AudienceMember[]> {
    return this.audience.of(project_id);
  }

  membership({ project_id, user_id }: GetMembership): Promise<Membership> {
    return this.audience.membership(project_id, user_id);
  }
}
