import { Injectable } from '@nestjs/common';
import type { FindNearest, NearObject } from '@pks/contracts';
import { SearchService } from '../finding/search.service.ts';
import { type Candidate, nearestTo, wordsOf } from './nearness.ts';
import { NearestRepository } from './nearest.repository.ts';

/** So much of a text is searched for. Characters. */
const SEARCHED_FOR = 2_000;

/** So many passages of documents are looked at. */
const PASSAGES = 10;

type Near = Candidate & Omit<NearObject, 'words'>;

/** What of a project's knowledge a text is about. */
@Injectable()
export class NearestService {
  constructor(
    private readonly artifacts: NearestRepository,
    private readonly search: SearchService,
  ) {}

  /** The nearest one, or none. */
  async find({ project_id, text }: FindNearest): Promise<readonly NearObject[]> {
    if (wordsOf(text).length === 0) return [];
    const artifacts = (await this.artifacts.artifacts(project_id)).map(
      (artifact) => ({ kind: 'artifact', ...artifact }) satisfies Near,
    );
    const near = nearestTo<Near>(text, [...artifacts, ...(await this.documents(project_id, text))]);
    if (!near) return [];
    const { body: _body, ...object } = near.candidate;
    return [{ ...object, words: near.words.map((word) => ({ word })) }];
  }

  /** Documents with the passages by which a search finds them, the best first. */
  private async documents(project_id: string, text: string): Promise<Near[]> {
    const query = text.slice(0, SEARCHED_FOR).toWellFormed();
    const asked = { project_id, query, top_k: PASSAGES, kinds: ['document'], metadata_values: [] } as const;
    const found = new Map<string, Near>();
    for (const { id, title, text: body } of await this.search.find(asked)) {
      const known = found.get(id);
      found.set(id, { kind: 'document', id, title, body: known ? `${known.body}\n${body}` : body });
    }
    return [...found.values()];
  }
}
