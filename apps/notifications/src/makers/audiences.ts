import { Injectable } from '@nestjs/common';
import { type AudienceChange, audience } from '@pks/contracts';
import { BusClient, type CallContext, inProject, ownCall } from '@pks/platform';
import { LRUCache } from 'lru-cache';
import { NotificationProjectsRepository } from '../announcements/notification-projects.repository.ts';

/** The deadline of a call to the identity service. Milliseconds. */
const CALL_WITHIN_MS = 3_000;
/** For how many projects this process remembers the last audience change that is stored. */
const MOST_KNOWN = 10_000;

/** Requests the audience changes of projects that are not stored yet. */
@Injectable()
export class Audiences {
  /** By project, the number of the last stored change or of an earlier one, never of a later one. */
  readonly #stored = new LRUCache<string, number>({ max: MOST_KNOWN });

  constructor(
    private readonly bus: BusClient,
    private readonly projects: NotificationProjectsRepository,
  ) {}

  /**
   * The audience changes that are not stored, by project: few or none after a project's first event. For several projects, one
   * call asks which of them have any.
   * @throws Fault when the identity service cannot answer.
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

  /** The projects that may have changes. For a single project, no call asks whether: its changes are requested at once. */
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
