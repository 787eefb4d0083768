import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DeletedProjectsAfter, deletedProjects } from '@pks/contracts';
import type { RunningService } from '@pks/platform';
import { ServiceGround, eventually } from '@pks/testing';
import { feedback } from '../src/feedback.ts';

let ground: ServiceGround;
let service: RunningService | undefined;
beforeAll(async () => (ground = await ServiceGround.open(feedback)));
afterAll(() => ground.remove(service ? [service] : []));

async function aProject(): Promise<string> {
  const id = randomUUID();
  const add = `INSERT INTO feedback.participants VALUES ($1, $2, 'ana@example.test', now())`;
  await ground.session.rows(add, [id, randomUUID()]);
  return id;
}

async function projectsLeft(): Promise<unknown[]> {
  return (
    await ground.session.rows<{ project_id: string }>('SELECT project_id FROM feedback.participants')
  ).map(({ project_id }) => project_id);
}

describe('a project that was deleted while the service was away for longer than events live', () => {
  it('is deleted once it starts, without an event', async () => {
    const [kept, deleted] = [await aProject(), await aProject()];
    await ground.bus.connection.subscribe(deletedProjects.calls.after.subject, (message) => {
      const { after } = message.json<DeletedProjectsAfter>();
      message.respond(JSON.stringify([{ id: deleted }].filter(({ id }) => id > after)));
    });
    await ground.bus.connection.flush();
    service = await ground.start();
    await service.ready;
    await eventually('it is gone', async () => (await projectsLeft()).length === 1);
    expect(await projectsLeft()).toEqual([kept]);
  });
});
