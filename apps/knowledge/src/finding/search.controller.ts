import { type SearchKnowledge, search } from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { SearchService } from './search.service.ts';

/** Answers what a project knows of a question. */
@Serves(search)
export class SearchController implements Service<typeof search> {
  constructor(private readonly service: SearchService) {}

  find(request: SearchKnowledge) {
    return this.service.find(request);
  }
}
