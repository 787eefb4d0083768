import { type GetMembership, standings } from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { StandingsRepository } from './standings.repository.ts';

/** Answers services that ask what a user may do. */
@Serves(standings)
export class StandingsController implements Service<typeof standings> {
  constructor(private readonly standings: StandingsRepository) {}

  of({ project_id, user_id }: GetMembership) {
    return this.standings.of(project_id, user_id);
  }
}
