import { type FindNearest, nearest } from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { NearestService } from './nearest.service.ts';

/** Answers the calls for the objects that a text is near to. */
@Serves(nearest)
export class NearestController implements Service<typeof nearest> {
  constructor(private readonly nearest: NearestService) {}

  find(request: FindNearest) {
    return this.nearest.find(request);
  }
}
