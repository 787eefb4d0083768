import { type Caller, type SearchKnowledge, search } from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { readerOf } from './reader.ts';
import { SearchService } from './search.service.ts';

/** Answers searches. */
@Serves(search)
export class SearchController implements Service<typeof search> {
  constructor(private readonly service: SearchService) {}

  find(request: SearchKnowledge, caller: Caller) {
    return this.service.find(request, readerOf(caller));
  }
}
