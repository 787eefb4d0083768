import { Injectable } from '@nestjs/common';
import type { SearchKnowledge } from '@pks/contracts';
import { InterviewSummariesRepository } from '../interview-summaries/interview-summaries.repository.ts';
import type { PassageQuery } from '../search/passage-hit.ts';
import { Knowledge } from '../sources/knowledge.ts';
import type { Reader } from './reader.ts';

/** A query names the documents with the requested values up to this number; if there are more, its hits are filtered afterwards. */
const MOST_DOCUMENTS = 5_000;
/** For a reader who may not find all interviews, a query names this many: those that changed last. */
const MOST_INTERVIEWS = 5_000;

/** Where a query searches. */
export type SearchScope = Required<Pick<PassageQuery, 'kinds'>> &
  Pick<PassageQuery, 'sources' | 'interviews'>;

/** Narrows queries to what may be found, so that other passages take up no place among the hits. */
@Injectable()
export class SearchScopes {
  constructor(
    private readonly knowledge: Knowledge,
    private readonly interviews: InterviewSummariesRepository,
  ) {}

  /** The scope of a search; undefined if nothing can be found. */
  async of(request: SearchKnowledge, reader: Reader): Promise<SearchScope | undefined> {
    const scope =
      request.metadata_values.length > 0
        ? await this.labelled(request)
        : await this.readable(request, reader);
    return scope && scope.kinds.length > 0 ? scope : undefined;
  }

  /** Documents that have one of the values. */
  private async labelled({
    project_id,
    kinds,
    metadata_values,
  }: SearchKnowledge): Promise<SearchScope | undefined> {
    if (!kinds.includes('document')) return undefined;
    const named = await this.knowledge.labelled(project_id, metadata_values, MOST_DOCUMENTS + 1);
    if (named.length === 0) return undefined;
    return { kinds: ['document'], ...(named.length > MOST_DOCUMENTS ? {} : { sources: named }) };
  }

  /** Everything that the reader may find. */
  private async readable({ project_id, kinds }: SearchKnowledge, reader: Reader): Promise<SearchScope> {
    const { findsAllInterviews, userId } = reader;
    if (findsAllInterviews || !kinds.includes('interview')) return { kinds };
    const own = userId === null ? [] : await this.interviews.ofUser(project_id, userId, MOST_INTERVIEWS);
    if (own.length > 0) return { kinds, interviews: own };
    return { kinds: kinds.filter((kind) => kind !== 'interview') };
  }
}
