import {
  type Caller,
  type CreateDraft,
  type DraftReference,
  type ProjectPage,
  type UpdateDraft,
  drafts,
} from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { DraftsService } from './drafts.service.ts';

/** Answers the calls about drafts. */
@Serves(drafts)
export class DraftsController implements Service<typeof drafts> {
  constructor(private readonly service: DraftsService) {}

  list(request: ProjectPage) {
    return this.service.list(request);
  }

  create(request: CreateDraft, caller: Caller) {
    return this.service.create(request, caller);
  }

  get(request: DraftReference) {
    return this.service.get(request);
  }

  update(request: UpdateDraft) {
    return this.service.update(request);
  }

  clone(request: DraftReference, caller: Caller) {
    return this.service.clone(request, caller);
  }

  remove(request: DraftReference) {
    return this.service.remove(request);
  }
}
