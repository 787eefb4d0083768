import { Injectable } from '@nestjs/common';
import { type FindNearest, type NearObject, beginningOf } from '@pks/contracts';
import { readerOf } from '../finding/reader.ts';
import { SearchService } from '../finding/search.service.ts';
import { Knowledge } from '../sources/knowledge.ts';
import { type Candidate, nearestTo, wordsOf } from './nearness.ts';

/** Only this much of the beginning of a text is searched for. Characters. */
const SEARCHED_FOR = 2_000;

/** The number of passages of documents that are compared. */
const PASSAGES = 10;

/** The most objects to return. */
const MOST = 5;

/** The length of an excerpt. Characters. */
const EXCERPT = 500;

type Near = Candidate & Omit<NearObject, 'words' | 'excerpt'>;

/** Finds the parts of a project's knowledge that a text is about. */
@Injectable()
export class NearestService {
  constructor(
    private readonly knowledge: Knowledge,
    private readonly search: SearchService,
  ) {}

  /** The nearest objects, the best first. */
  async find({ project_id, text }: FindNearest): Promise<readonly NearObject[]> {
    if (wordsOf(text).length === 0) return [];
    const artifacts = (await this.knowledge.compared(project_id)).map(
      (artifact) => ({ kind: 'artifact', ...artifact }) satisfies Near,
    );
    const candidates = [...artifacts, ...(await this.documents(project_id, text))];
    const nearest = await nearestTo<Near>(text, candidates, MOST);
    return nearest.map(({ candidate: { body, ...object }, words }) => ({
      ...object,
      excerpt: beginningOf(body, EXCERPT),
      words: words.map((word) => ({ word })),
    }));
  }

  /** Documents with their matching passages, the best first. */
  private async documents(project_id: string, text: string): Promise<Near[]> {
    const query = beginningOf(text, SEARCHED_FOR);
    const request = {
      project_id,
      query,
      top_k: PASSAGES,
      mode: 'both',
      kinds: ['document'],
      metadata_values: [],
    } as const;
    const found = new Map<string, Near>();
    for (const { id, title, text: body } of await this.search.find(request, readerOf(null))) {
      const known = found.get(id);
      found.set(id, { kind: 'document', id, title, body: known ? `${known.body}\n${body}` : body });
    }
    return [...found.values()];
  }
}
