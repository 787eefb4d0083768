import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { openTestDatabase } from '@pks/testing';
import { type Database, inProject } from '../../src/index.ts';
import { ProjectRows } from '../../src/project-deletion/project-rows.ts';
import { deletionSchema } from '../fixtures/deletion-schema.ts';

let database: Database;
let close: () => Promise<void>;
beforeEach(async () => {
  ({ database, close } = await openTestDatabase(deletionSchema));
  for (const name of ['parts', 'orders', 'notes'])
    await database.manager.query(
      `CREATE TABLE ${name} (project_id uuid, id uuid DEFAULT uuidv7(), PRIMARY KEY (project_id, id))`,
    );
});
afterEach(() => close());

it('are looked for once, in all tables together, where a pass before has deleted them', async () => {
  const [project, other] = [randomUUID(), randomUUID()];
  for (const id of [project, other, project])
    await database.manager.query('INSERT INTO orders (project_id) VALUES ($1)', [id]);
  const rows = new ProjectRows(database);
  const batches: string[] = [];
  const pass = (): Promise<void> =>
    inProject(project, () => rows.delete(project, async () => void batches.push('a batch')));
  await pass();
  expect(await database.manager.query('SELECT project_id FROM orders')).toEqual([{ project_id: other }]);
  expect(batches).toHaveLength(1);
  const [sent, begun] = [jest.spyOn(database.manager, 'query'), jest.spyOn(database, 'transaction')];
  await pass();
  expect(begun).not.toHaveBeenCalled();
  expect(sent).toHaveBeenCalledTimes(2);
});
