import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '@pks/platform';
import { beside, openTestDatabase } from '@pks/testing';
import { agentsSchema } from '../agents.database.ts';
import { DeletedTools } from './deleted-tools.ts';
import { ToolCatalogsRepository } from './tool-catalogs.repository.ts';
import { Tool } from './tool.entity.ts';
import { ToolsRepository } from './tools.repository.ts';

const NOON = new Date('2026-11-28T12:00:00Z');

let database: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, close } = await openTestDatabase(agentsSchema));
});
afterAll(() => close());

/** A new project with an empty catalog; its id. */
async function aProject(catalogs: ToolCatalogsRepository): Promise<string> {
  const id = randomUUID();
  await catalogs.make(id, 'Alpha', NOON);
  return id;
}

describe('the tools of a deleted project', () => {
  it('leave the other projects, also one that imports one of them meanwhile', async () => {
    const [tools, catalogs] = [new ToolsRepository(database), new ToolCatalogsRepository(database)];
    const [owner, before, meanwhile] = await Promise.all([1, 2, 3].map(() => aProject(catalogs)));
    const project = { projectId: String(owner), projectName: 'Alpha' };
    const choices = { name: 'Sums', description: '', retrievalMode: null, configuration: {} };
    const tool = Tool.create(project, { ...choices, toolType: 'math', createdAt: NOON });
    const add = async (one: Tool) => {
      const catalog = await catalogs.lock(one.projectId);
      await tools.insert(one);
      await catalogs.store(Object.assign(catalog, { toolCount: 1 }));
    };
    await database.transaction(async () => {
      await add(tool);
      await add(tool.importedBy(String(before), NOON));
    });
    const deletion = await beside(
      database,
      () => tools.share(project.projectId, tool.id),
      () => new DeletedTools(tools, database).delete(project.projectId),
      async () => {
        await catalogs.lock(String(before));
        await add(tool.importedBy(String(meanwhile), NOON));
      },
    );
    expect(deletion).toEqual({ status: 'fulfilled', value: undefined });
    expect(await database.manager.findBy(Tool, { id: tool.id })).toEqual([]);
  });
});
