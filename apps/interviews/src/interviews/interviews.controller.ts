import { type Caller, type InterviewReference, type ListInterviews, interviews } from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { InterviewsService } from './interviews.service.ts';

/** Answers the calls about interviews. */
@Serves(interviews)
export class InterviewsController implements Service<typeof interviews> {
  constructor(private readonly service: InterviewsService) {}

  list(request: ListInterviews, caller: Caller) {
    return this.service.list(request, caller);
  }

  get(request: InterviewReference, caller: Caller) {
    return this.service.get(request, caller);
  }

  remove(request: InterviewReference) {
    return this.service.remove(request);
  }
}
