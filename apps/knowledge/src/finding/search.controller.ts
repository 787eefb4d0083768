import { type SearchKnowledge, search } from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { SearchService } from './search.service.ts';

/** Answers searches. */
@Serves(search)
export class SearchController implements Service<typeof search> {
  constructor(private readonly service: SearchService) {}

  find(request: SearchKnowledge) {
    return this.service.find(request);
  }
}
