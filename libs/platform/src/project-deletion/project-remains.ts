/**
 * What a service stores of projects beside the rows that have a `project_id`: files, an index, or rows of other projects. A
 * service that stores such things has a provider that extends this.
 */
export abstract class ProjectRemains {
  /**
   * Deletes them, if there are any. It may be repeated, also concurrently. Where they are many, it calls `afterBatch` every few seconds at
   * least, which keeps other processes from deleting them too; what that throws ends it.
   */
  abstract delete(projectId: string, afterBatch: () => Promise<void>): Promise<void>;
}
