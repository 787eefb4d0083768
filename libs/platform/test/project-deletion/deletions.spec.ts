import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type DeletedProjectId,
  MOST_DELETED_PROJECTS,
  deletedProjects,
  projectDeleted,
} from '@pks/contracts';
import { type TestBus, eventually, openTestDatabase, outcomeOf, silentLog } from '@pks/testing';
import { type Database, DeletedProject, Internal, ProjectDeletions, Unavailable } from '../../src/index.ts';
import { ownCall, within } from '../../src/calls/call-context.ts';
import { MissedDeletions } from '../../src/project-deletion/missed-deletions.ts';
import { ProjectDeletion } from '../../src/project-deletion/project-deletion.ts';
import { openBus, serveContract } from '../fixtures/bus.ts';
import { type CapturedLog, capturedLog } from '../fixtures/captured-log.ts';
import { deletionSchema } from '../fixtures/deletion-schema.ts';

let database: Database;
let close: () => Promise<void>;
let bus: TestBus;
let captured: CapturedLog;
let missed: MissedDeletions;
let identity: Awaited<ReturnType<typeof serveContract>> | undefined;
beforeEach(async () => {
  ({ database, close } = await openTestDatabase(deletionSchema));
  bus = await openBus();
  captured = capturedLog();
  const client = bus.clientFor(deletedProjects.calls.after);
  missed = new MissedDeletions(client, new ProjectDeletion(database, silentLog()), captured.log, 20);
});
afterEach(async () => {
  await missed.close();
  await identity?.stop();
  identity = undefined;
  await bus.close();
  await close();
});

/** Levels of the log. */
const [DEBUG, WARN, ERROR] = [20, 40, 50];

/** Answers as the identity service does, for some deleted projects. */
function identityWith(ids: readonly string[]): ReturnType<typeof serveContract> {
  const sorted = [...ids].sort();
  const after = async (request: { after: string }): Promise<DeletedProjectId[]> => {
    const next = sorted.filter((id) => id > request.after).slice(0, MOST_DELETED_PROJECTS);
    return next.map((id) => ({ id }));
  };
  const among = async (request: { ids: readonly string[] }): Promise<DeletedProjectId[]> =>
    sorted.filter((id) => request.ids.includes(id)).map((id) => ({ id }));
  return serveContract(deletedProjects, { after, among });
}

const manyIds = (count: number): string[] => Array.from({ length: count }, () => randomUUID());
const known = (): Promise<number> => database.manager.count(DeletedProject);
const askedAgain = (): Promise<void> => eventually('it was asked again', () => captured.lines.length > 2);

describe('deletions that a service missed', () => {
  it('begin, however many they are, and those that it knows are not begun again', async () => {
    const ids = manyIds(MOST_DELETED_PROJECTS + 2);
    await new ProjectDeletion(database, silentLog()).begin(...ids.slice(0, 1));
    await database.manager.query('UPDATE deleted_projects SET passes = 3, next_pass_at = NULL');
    identity = await identityWith(ids);
    missed.open();
    await eventually('all are known', async () => (await known()) === ids.length);
    await missed.close();
    expect(await database.manager.countBy(DeletedProject, { passes: 3 })).toBe(1);
    const begun = captured.lines.map(({ projects = 0 }) => Number(projects));
    expect(begun.reduce((sum, projects) => sum + projects)).toBe(ids.length - 1);
  });

  it('are asked for again, quietly, while the identity service is away, or does not know the call yet', async () => {
    missed.open();
    await askedAgain();
    identity = await identityWith(manyIds(1));
    await eventually('it is known', async () => (await known()) === 1);
    await missed.close();
    expect(captured.lines.filter(({ level, projects }) => level !== DEBUG && projects !== 1)).toEqual([]);
  });

  it('are asked for again where the identity service fails, which is logged as a warning', async () => {
    const failing = () => Promise.reject(new Internal());
    identity = await serveContract(deletedProjects, { after: failing, among: failing });
    missed.open();
    await eventually('it is said', () => captured.lines.filter(({ level }) => level === WARN).length > 1);
    await missed.close();
  });
});

describe('a deletion that is announced', () => {
  const announce = (project_id: string): Promise<unknown> => {
    const deletion = new ProjectDeletion(database, silentLog());
    const consumer = new ProjectDeletions(deletion, bus.clientFor(deletedProjects.calls.among), captured.log);
    const payload = { project_id, deleted_at: new Date().toISOString() };
    const event = { ...projectDeleted.of(payload), id: randomUUID(), requestId: 'r', occurredAt: new Date() };
    return outcomeOf(within(ownCall(3_000), () => consumer.consume(event, (effect) => effect())));
  };

  it('begins where the project is gone', async () => {
    const id = randomUUID();
    identity = await identityWith([id]);
    await announce(id);
    expect(await database.manager.find(DeletedProject)).toMatchObject([{ id }]);
    expect(captured.lines).toEqual([]);
  });

  it('has no effect where the identity service has the project, which is an error in the log', async () => {
    identity = await identityWith([randomUUID()]);
    const project_id = randomUUID();
    await announce(project_id);
    expect(await known()).toBe(0);
    expect(captured.lines).toMatchObject([
      { level: ERROR, project_id, msg: expect.stringContaining('exists: nothing of it is deleted') },
    ]);
  });

  it('waits for the identity service', async () => {
    expect(await announce(randomUUID())).toEqual(new Unavailable().data);
    expect(await known()).toBe(0);
  });
});
