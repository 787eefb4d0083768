import { Clock, Jobs, type NewJob, type Worker, Works, schedule } from '@pks/platform';
import { type DocumentToDo, deleteDocument, giveUpRoom } from './document-jobs.ts';
import { type LeftFile, LeftFilesRepository } from './left-files.repository.ts';

/** Once a day, at a quiet time, or at the start where the service was off then. */
export const deleteLeftFiles = schedule('delete-left-files', '50 3 * * *', { catchesUp: true });

/**
 * Adds a job again for what should have been deleted: a job gives up when it has failed for about a week, as while the blob
 * store is away, and what is left counts towards the quota of its project.
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

/** One for each week, since that is how long it is tried. */
function jobOf({ weeks, ...payload }: LeftFile): NewJob<DocumentToDo> {
  return { payload, key: `${payload.document_id} left for ${weeks} weeks` };
}
