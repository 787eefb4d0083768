import { inProject } from '../calls/project-scope.ts';
import type { Database } from '../database/database.ts';
import { afterCommit } from '../database/transactions.ts';
import { reach } from '../diagnostics/moments.ts';
import { DeferredEvents } from '../events/deferred-events.ts';
import type { Log } from '../logging/log.ts';
import { Loop } from '../time/loop.ts';
import { DeletedProjects, type DuePass } from './deleted-projects.ts';
import type { ProjectRemains } from './project-remains.ts';
import { ProjectRows } from './project-rows.ts';

/** Milliseconds. */
const POLL_EVERY_MS = 5_000;

/** Thrown to end a pass when the process stops. */
class Stopping extends Error {}

/**
 * Deletes what a service stores of deleted projects: in batches, in several passes, continued by another process if one
 * dies. A service without the table of deleted projects does not open it.
 */
export class ProjectDeletion {
  private readonly loop = new Loop();
  private readonly projects: DeletedProjects;
  private readonly rows: ProjectRows;
  private readonly deferred: DeferredEvents;
  private remains: readonly ProjectRemains[] = [];

  constructor(
    database: Database,
    private readonly log: Log,
  ) {
    this.projects = new DeletedProjects(database);
    this.rows = new ProjectRows(database);
    this.deferred = new DeferredEvents(database);
  }

  /**
   * Records that projects are deleted, in the current transaction if there is one; the deletion begins after the commit. Returns how many
   * of them were new to this service: the others have no effect.
   */
  async begin(...projectIds: readonly string[]): Promise<number> {
    const added = await this.projects.add(projectIds);
    afterCommit(() => this.loop.ring());
    return added;
  }

  /** Those of the given projects whose deletion has begun in this service. A pass deletes what was written before that; afterwards nothing may be written. */
  deletedAmong(projectIds: readonly string[]): Promise<readonly string[]> {
    return this.projects.among(projectIds);
  }

  /** Deletes the rows of a project in the current transaction. */
  async deleteRows(projectId: string): Promise<void> {
    await this.rows.delete(projectId);
  }

  /** Starts the passes that are due; `remains` delete what is stored outside rows. */
  open(remains: readonly ProjectRemains[]): void {
    this.remains = remains;
    this.loop.open(() => this.tryDue());
  }

  /** Finishes the batch under way; another process continues within a minute. */
  close(): Promise<void> {
    return this.loop.close();
  }

  /** Does a pass that is due. The next one follows at once, unless there was none or it failed; a failed pass is due again in a minute. */
  private async tryDue(): Promise<number> {
    let problem = 'deleted projects cannot be looked up';
    try {
      const due = await this.projects.takeDue();
      problem = 'a project could not be deleted completely yet';
      if (due) await inProject(due.id, () => this.pass(due));
      return due ? 0 : POLL_EVERY_MS;
    } catch (error) {
      if (!(error instanceof Stopping)) this.log.warn({ err: error }, problem);
      return POLL_EVERY_MS;
    }
  }

  private async pass(due: DuePass): Promise<void> {
    const { id } = due;
    const afterBatch = async (): Promise<void> => {
      reach('deletedBatch');
      if (this.loop.stopping) throw new Stopping();
      await this.projects.hold(due);
    };
    await this.deleteRemains(id, afterBatch);
    await this.rows.delete(id, afterBatch);
    // Work that was under way may have stored more outside the rows meanwhile.
    await this.deleteRemains(id, afterBatch);
    await this.deferred.forgetProject(id);
    const isLast = await this.projects.finish(due);
    if (isLast) this.log.info({ project_id: id }, 'everything of a deleted project is gone');
    else this.log.info({ project_id: id }, 'a pass over a deleted project is complete');
  }

  private async deleteRemains(projectId: string, afterBatch: () => Promise<void>): Promise<void> {
    for (const remains of this.remains) {
      await remains.delete(projectId, afterBatch);
      await afterBatch();
    }
  }
}
