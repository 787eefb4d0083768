import { Clock, Jobs, type NewJob, type Worker, Works, schedule } from '@pks/platform';
import { type DocumentToDo, deleteDocument, giveUpRoom } from './document-jobs.ts';
import { type LeftFile, LeftFilesRepository } from './left-files.repository.ts';

/** Once a day, at a quiet time, or at the start if the service was off then. */
export const deleteLeftFiles = schedule('delete-left-files', '50 3 * * *', { catchesUp: true });

/**
 * Adds another job for files that should have been deleted: a job gives up once it has failed for about a week, for example
 * while the blob store is away, and files that are left count towards the quota of their project.
 */
@Works(deleteLeftFiles)
export class DeletingLeftFiles implements Worker<typeof deleteLeftFiles> {
  constructor(
    private readonly left: LeftFilesRepository,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  async work(): Promise<void> {
    const now = this.clock.now();
    for await (const page of this.left.documents(now))
      await this.jobs.addAll(deleteDocument, page.map(jobOf));
    for await (const page of this.left.rooms(now)) await this.jobs.addAll(giveUpRoom, page.map(jobOf));
  }
}

/** One job for each week, because a job is retried for that long. */
function jobOf({ weeks, ...payload }: LeftFile): NewJob<DocumentToDo> {
  return { payload, key: `${payload.document_id} left for ${weeks} weeks` };
}
