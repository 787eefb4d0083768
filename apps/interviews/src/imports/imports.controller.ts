import { type Caller, type ImportInterview, imports } from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { ImportsService } from './imports.service.ts';

/** Answers the calls about imports. */
@Serves(imports)
export class ImportsController implements Service<typeof imports> {
  constructor(private readonly service: ImportsService) {}

  create(request: ImportInterview, caller: Caller) {
    return this.service.create(request, caller);
  }
}
