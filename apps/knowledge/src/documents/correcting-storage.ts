import { Inject } from '@nestjs/common';
import {
  Database,
  type Job,
  LOG,
  type Log,
  type Worker,
  Works,
  assertTimeLeft,
  inProject,
  schedule,
} from '@pks/platform';
import { DocumentStorageRepository } from './document-storage.repository.ts';

/** Once a day, at a quiet time, or at the start if the service was off then. */
export const correctStorage = schedule('correct-storage', '40 3 * * *', { catchesUp: true });

/** Recounts the space that each project's files take up: a wrong number would stay wrong, because each change adds to the number before. */
@Works(correctStorage)
export class CorrectingStorage implements Worker<typeof correctStorage> {
  constructor(
    private readonly stored: DocumentStorageRepository,
    private readonly database: Database,
    @Inject(LOG) private readonly log: Log,
  ) {}

  async work({ signal }: Job<typeof correctStorage>): Promise<void> {
    for (const projectId of await this.stored.projects()) {
      assertTimeLeft(signal);
      await inProject(projectId, () => this.correct(projectId));
    }
  }

  /** Transactions that change files update the locked row last, so that each change is counted either here or by its transaction. */
  private async correct(projectId: string): Promise<void> {
    await this.database.transaction(async () => {
      await this.stored.lock(projectId);
      const wrong = await this.stored.correct(projectId);
      if (wrong) this.log.warn({ project_id: projectId, ...wrong }, 'stored size was wrong, counted anew');
    });
  }
}
