/**
 * Data of projects that a service stores outside the rows with a `project_id`: files, an index, or rows of other projects.
 * A service with such data has a provider that extends this class.
 */
export abstract class ProjectRemains {
  /**
   * Deletes the data, if there is any. It may be repeated, also concurrently. If there is much, calls `afterBatch` at least every few
   * seconds, which keeps other processes from deleting it too, and stops if that throws.
   */
  abstract delete(projectId: string, afterBatch: () => Promise<void>): Promise<void>;
}
