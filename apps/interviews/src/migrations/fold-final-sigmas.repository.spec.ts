import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '@pks/platform';
import { openTestDatabase } from '@pks/testing';
import type { QueryRunner } from 'typeorm';
import { CampaignsRepository } from '../campaigns/campaigns.repository.ts';
import { interviewsSchema } from '../interviews.database.ts';
import { FoldFinalSigmas1798675200000 } from './1798675200000-fold-final-sigmas.ts';

let database: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ database, close } = await openTestDatabase(interviewsSchema));
});
afterAll(() => close());

/** What the previous release writes, the oldest first. */
const WRITTEN = `
  INSERT INTO campaigns (project_id, id, name, name_key, created_at, last_activity_at, interview_count, pending_count,
                         in_progress_count, completed_count)
  SELECT $1, gen_random_uuid(), name, lower(name), now() + n * interval '1 second', now(), 0, 0, 0, 0
    FROM unnest($2::text[]) WITH ORDINALITY named (name, n)`;

async function write(projectId: string, names: readonly string[]): Promise<void> {
  await database.manager.query(WRITTEN, [projectId, names]);
}

async function migrate(): Promise<void> {
  await database.manager.query(`
    ALTER TABLE campaigns
      DROP CONSTRAINT campaigns_name_key, ADD CONSTRAINT campaigns_name_key CHECK (name_key = lower(name)) NOT VALID`);
  const runner = { query: (text: string) => database.manager.query<unknown>(text) } as QueryRunner;
  await new FoldFinalSigmas1798675200000().up(runner);
}

it('an upgrade makes one name of both sigmas, and of campaigns that have the same, one is found by it', async () => {
  const [alone, both, three] = [randomUUID(), randomUUID(), randomUUID()];
  await write(alone, ['Πελάτες', 'Autumn']);
  await write(both, ['Πελάτες', 'ΠΕΛΆΤΕΣ']);
  await write(three, ['Ας ας', 'ΑΣ ας', 'Ας ΑΣ']);
  await migrate();
  const campaigns = new CampaignsRepository(database);
  const found = async (projectId: string, name: string) =>
    (await campaigns.open(projectId, randomUUID(), name, new Date())).name;
  expect(await found(alone, 'ΠΕΛΆΤΕΣ')).toBe('Πελάτες');
  expect(await found(alone, 'AUTUMN')).toBe('Autumn');
  expect(await found(both, 'πελάτες')).toBe('ΠΕΛΆΤΕΣ');
  expect(await found(three, 'ΑΣ ΑΣ')).toBe('Ας ας');
  const count = 'SELECT count(*)::integer AS count FROM campaigns WHERE project_id = ANY ($1)';
  expect(await database.manager.query(count, [[alone, both, three]])).toEqual([{ count: 7 }]);
});

it('the previous release goes on writing campaigns until it has ended', async () => {
  const project = randomUUID();
  await write(project, ['Χρήστες', 'AUTUMN']);
  const campaigns = new CampaignsRepository(database);
  expect((await campaigns.open(project, randomUUID(), 'Autumn', new Date())).name).toBe('AUTUMN');
});
