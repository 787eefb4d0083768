import { Injectable } from '@nestjs/common';
import { Database } from '@pks/platform';
import { Signal } from '../signals/signal.entity.ts';
import type { Suggestion } from './suggestion-rules.ts';

/** Remembers what is suggested for signals. */
@Injectable()
export class SuggestionsRepository {
  constructor(private readonly database: Database) {}

  /** The signal without its context; null when it is deleted. */
  find(projectId: string, id: string): Promise<Signal | null> {
    return this.database.manager.findOneBy(Signal, { projectId, id });
  }

  /** Keeps a suggestion; the signal's place in lists stays, because nobody changed it. */
  async keep({ projectId, id }: Signal, { type, data }: Suggestion): Promise<void> {
    const columns = { suggestedActionType: type, suggestedActionData: data };
    await this.database.manager.update(Signal, { projectId, id }, columns);
  }
}
