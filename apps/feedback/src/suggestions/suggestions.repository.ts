import { Injectable } from '@nestjs/common';
import { Database } from '@pks/platform';
import { Signal } from '../signals/signal.entity.ts';
import type { Suggestion } from './suggestion-rules.ts';

/** Stores the suggestions for signals. */
@Injectable()
export class SuggestionsRepository {
  constructor(private readonly database: Database) {}

  /** The signal without its context; null when it is deleted. */
  find(projectId: string, id: string): Promise<Signal | null> {
    return this.database.find(Signal, { projectId, id });
  }

  /** Stores a suggestion. This does not count as an update of the signal: its place in lists does not change. */
  async keep({ projectId, id }: Signal, { type, data }: Suggestion): Promise<void> {
    const columns = { suggestedActionType: type, suggestedActionData: data };
    await this.database.manager.update(Signal, { projectId, id }, columns);
  }
}
