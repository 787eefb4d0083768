import { Injectable } from '@nestjs/common';
import { type AudienceChange, audience } from '@pks/contracts';
import { BusClient, type CallContext, inProject, ownCall } from '@pks/platform';
import { LRUCache } from 'lru-cache';
import { NotificationProjectsRepository } from '../announcements/notification-projects.repository.ts';

/** The deadline of a call to the identity service. Milliseconds. */
const CALL_WITHIN_MS = 3_000;
/** Of how many projects this process knows how far their audience is stored. */
const MOST_KNOWN = 10_000;

/** How the audiences of projects changed since they were last needed. */
@Injectable()
export class Audiences {
  /** Numbers of changes that are stored: never later ones than those. */
  readonly #stored = new LRUCache<string, number>({ max: MOST_KNOWN });

  constructor(
    private readonly bus: BusClient,
    private readonly projects: NotificationProjectsRepository,
  ) {}

  /**
   * The changes that are not stored, by project: after the first event of a project, few or none. Of several projects, one call
   * asks which have any.
   * @throws Fault when the identity service cannot say.
   */
  async changesOf(
    projectIds: readonly string[],
    requestId: string,
  ): Promise<ReadonlyMap<string, readonly AudienceChange[]>> {
    const context = ownCall(CALL_WITHIN_MS, requestId);
    const found = new Map<string, readonly AudienceChange[]>();
    for (const projectId of await this.changed(projectIds, context)) {
      found.set(projectId, await this.changes(projectId, context));
    }
    return found;
  }

  /** A single project is simply asked for its changes. */
  private async changed(projectIds: readonly string[], context: CallContext): Promise<readonly string[]> {
    if (projectIds.length < 2) return projectIds;
    const numbers = await this.bus.call(audience.calls.numbers, { projects: projectIds }, context);
    return numbers
      .filter(({ project_id, number }) => number > (this.#stored.get(project_id) ?? 0))
      .map(({ project_id }) => project_id);
  }

  private async changes(project_id: string, context: CallContext): Promise<readonly AudienceChange[]> {
    const after = this.#stored.get(project_id) ?? (await this.storedOf(project_id));
    const changes = await this.bus.call(audience.calls.changes, { project_id, after }, context);
    if (changes.length === 0) this.#stored.set(project_id, after);
    else this.#stored.delete(project_id);
    return changes;
  }

  private storedOf(projectId: string): Promise<number> {
    return inProject(projectId, () => this.projects.audienceNumber(projectId));
  }
}
