import { type DeletedProjectsAmong, deletedProjects, projectDeleted } from '@pks/contracts';
import type { TestBus } from './bus.ts';
import { eventually } from './eventually.ts';
import { publishEvent } from './publish-event.ts';
import type { Wall } from './wall.ts';

/** The rows of a project in a service, by table, before the project was deleted and afterwards. */
export interface DeletionOutcome {
  /** The tables that had no row of it. */
  readonly emptyBefore: readonly string[];
  /** What is left, by table. */
  readonly left: Readonly<Record<string, number>>;
}

/** Announces the deletion of a project as the identity service does, which says from then on that it is gone. */
export async function announceDeletion(bus: Pick<TestBus, 'connection'>, project_id: string): Promise<void> {
  await bus.connection.subscribe(deletedProjects.calls.among.subject, (message) => {
    const { ids } = message.json<DeletedProjectsAmong>();
    message.respond(JSON.stringify(ids.map((id) => ({ id }))));
  });
  await bus.connection.flush();
  await publishEvent(bus, projectDeleted.of({ project_id, deleted_at: new Date().toISOString() }));
}

/** Has a service follow the deletion of the project of which it stores the most, and waits until it says that all is gone. */
export async function deleteFullestProject(
  bus: Pick<TestBus, 'connection'>,
  wall: Wall,
): Promise<DeletionOutcome & { readonly project: string }> {
  const project = await wall.fullestProject();
  const before = await wall.countsOf(project);
  await announceDeletion(bus, project);
  await eventually('a pass is complete', () => wall.isDeleted(project));
  const emptyBefore = wall.tables.filter((table) => !(table in before));
  return { project, emptyBefore, left: await wall.countsOf(project) };
}
