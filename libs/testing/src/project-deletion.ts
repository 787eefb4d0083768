import { type DeletedProjectsAmong, deletedProjects, projectDeleted } from '@pks/contracts';
import type { TestBus } from './bus.ts';
import { eventually } from './eventually.ts';
import { publishEvent } from './publish-event.ts';
import type { Wall } from './wall.ts';

/** The rows of a project in a service, by table, before and after the project was deleted. */
export interface DeletionOutcome {
  /** The tables without a row of the project. */
  readonly emptyBefore: readonly string[];
  /** How many rows are left, by table. */
  readonly left: Readonly<Record<string, number>>;
}

/** Announces the deletion of a project as the identity service does, and answers from then on that the project is gone. */
export async function announceDeletion(bus: Pick<TestBus, 'connection'>, project_id: string): Promise<void> {
  await bus.connection.subscribe(deletedProjects.calls.among.subject, (message) => {
    const { ids } = message.json<DeletedProjectsAmong>();
    message.respond(JSON.stringify(ids.map((id) => ({ id }))));
  });
  await bus.connection.flush();
  await publishEvent(bus, projectDeleted.of({ project_id, deleted_at: new Date().toISOString() }));
}

/** Announces to a service the deletion of the project with rows in the most tables, and waits until a pass is complete. */
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
