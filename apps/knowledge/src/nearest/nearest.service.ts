import { Injectable } from '@nestjs/common';
import type { FindNearest, NearObject } from '@pks/contracts';
import { nearestTo } from './nearness.ts';
import { NearestRepository } from './nearest.repository.ts';

/** What of a project's knowledge a text is about. */
@Injectable()
export class NearestService {
  constructor(private readonly candidates: NearestRepository) {}

  /** The nearest one, or none. */
  async find({ project_id, text }: FindNearest): Promise<readonly NearObject[]> {
    const near = nearestTo(text, await this.candidates.artifacts(project_id));
    if (!near) return [];
    const { id, slug, title } = near.candidate;
    return [{ kind: 'artifact', id, slug, title, words: near.words.map((word) => ({ word })) }];
  }
}
