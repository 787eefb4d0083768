import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually, openTestDatabase, silentLog } from '@pks/testing';
import { type Database, DeferredEvent, DeletedProject, ProjectRemains } from '../../src/index.ts';
import { DeferredEvents } from '../../src/events/deferred-events.ts';
import { DeletedProjects } from '../../src/project-deletion/deleted-projects.ts';
import { ProjectDeletion } from '../../src/project-deletion/project-deletion.ts';
import { capturedLog } from '../fixtures/captured-log.ts';
import { deletionSchema } from '../fixtures/deletion-schema.ts';

/** An endless number of files, each deleted when the test allows it. */
class Files extends ProjectRemains {
  passes = 0;
  deleted = 0;
  afterEach: () => Promise<void> = async () => undefined;

  async delete(_projectId: string, afterBatch: () => Promise<void>): Promise<void> {
    this.passes += 1;
    for (;;) {
      await this.afterEach();
      this.deleted += 1;
      await afterBatch();
    }
  }
}

let database: Database;
let close: () => Promise<void>;
let deletion: ProjectDeletion;
let files: Files;
beforeEach(async () => {
  ({ database, close } = await openTestDatabase(deletionSchema));
  deletion = new ProjectDeletion(database, silentLog());
  files = new Files();
});
afterEach(() => close());

/** The stored state of the only project's deletion. */
async function known(): Promise<DeletedProject | undefined> {
  return (await database.manager.find(DeletedProject))[0];
}

it('leaves no event of the project to be tried again, and those of others', async () => {
  const [gone, other] = [randomUUID(), randomUUID()];
  for (const project_id of [gone, other]) {
    const event = { id: randomUUID(), subject: 'things.event.made', payload: { project_id } };
    const occurred = { ...event, requestId: 'r', occurredAt: new Date() };
    await new DeferredEvents(database).add('things', occurred, { error: 'no', counts: true });
  }
  await database.transaction(() => deletion.begin(gone));
  deletion.open([]);
  await eventually('a pass is complete', async () => (await known())?.passes === 1);
  await deletion.close();
  expect(await database.manager.find(DeferredEvent)).toMatchObject([{ payload: { project_id: other } }]);
});

it('is deleted also where that was begun while the clock of PostgreSQL was ahead; what waits for two hours is not yet', async () => {
  const [waiting, ahead] = [randomUUID(), randomUUID()];
  const projects = new DeletedProjects(database);
  await projects.add([waiting, ahead]);
  const wait = (id: string, time: string) =>
    database.manager.query(`UPDATE deleted_projects SET next_pass_at = now() + $2::interval WHERE id = $1`, [
      id,
      time,
    ]);
  await wait(waiting, '2 hours');
  await wait(ahead, '2 days');
  expect(await projects.takeDue()).toEqual({ id: ahead, passes: 0 });
  expect(await projects.takeDue()).toBeUndefined();
});

describe('what a service stores beside rows, while it is deleted', () => {
  it('is leased all the time, and left to another process when this one stops', async () => {
    await database.transaction(() => deletion.begin(randomUUID()));
    const { promise: isStopping, resolve: stop } = Promise.withResolvers<void>();
    let closed: Promise<void> = Promise.resolve();
    const leases: (Date | null | undefined)[] = [];
    files.afterEach = async () => {
      leases.push((await known())?.nextPassAt);
      if (leases.length === 3) {
        closed = deletion.close();
        return stop();
      }
      await database.manager.query(`UPDATE deleted_projects SET next_pass_at = now() - interval '1 second'`);
    };
    deletion.open([files]);
    await isStopping;
    await closed;
    expect(leases.every((until) => until && until > new Date())).toBe(true);
    expect(files).toMatchObject({ passes: 1, deleted: 3 });
    expect(await known()).toMatchObject({ passes: 0 });
  });

  /** How often the remains are deleted in a pass after this many others, and the message that is logged last. */
  async function passAfter(passes: number): Promise<readonly [number, unknown]> {
    const { log, lines } = capturedLog();
    const logged = new ProjectDeletion(database, log);
    let deletions = 0;
    class Index extends ProjectRemains {
      async delete(): Promise<void> {
        deletions += 1;
      }
    }
    await database.manager.query('UPDATE deleted_projects SET passes = $1, next_pass_at = now()', [passes]);
    logged.open([new Index()]);
    await eventually('the pass is complete', async () => (await known())?.passes === passes + 1);
    await logged.close();
    return [deletions, lines.at(-1)?.['msg']];
  }

  it('is deleted again after the rows, and all is said to be gone after the last pass alone', async () => {
    await database.transaction(() => deletion.begin(randomUUID()));
    const complete = 'a pass over a deleted project is complete';
    expect(await passAfter(0)).toEqual([2, complete]);
    expect(await passAfter(1)).toEqual([2, complete]);
    expect(await passAfter(2)).toEqual([2, 'everything of a deleted project is gone']);
  });

  it('is named as not deleted completely only where a project is deleted', async () => {
    const failing = async (): Promise<unknown[]> => {
      const { log, lines } = capturedLog();
      const logged = new ProjectDeletion(database, log);
      logged.open([files]);
      await eventually('it fails', () => lines.length > 0);
      await logged.close();
      return lines.map(({ msg }) => msg);
    };
    files.afterEach = () => Promise.reject(new Error('The store is away.'));
    await database.transaction(() => deletion.begin(randomUUID()));
    expect(await failing()).toEqual(['a project could not be deleted completely yet']);
    await database.close();
    expect(await failing()).toEqual(['deleted projects cannot be looked up']);
  });
});
