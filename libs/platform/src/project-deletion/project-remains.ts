/**
 * What a service stores of projects beside the rows that have a `project_id`: files, an index, or rows of other projects. A
 * service that stores such things has a provider that extends this.
 */
export abstract class ProjectRemains {
  /** Deletes them, if there are any. It may be repeated, also concurrently. */
  abstract delete(projectId: string): Promise<void>;
}
