import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { TestClock, openTestDatabase } from '@pks/testing';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type Database, Participant, ParticipantsRepository } from '../../src/index.ts';
import { keeperSchema } from '../fixtures/service/keeper.database.ts';

class CreateParticipants1763683400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE participants (
         project_id uuid NOT NULL, user_id uuid NOT NULL, email text NOT NULL, known_at timestamptz(3) NOT NULL,
         CONSTRAINT participants_pkey PRIMARY KEY (project_id, user_id))`,
    );
  }

  async down(): Promise<void> {}
}

const schema = {
  ...keeperSchema,
  entities: [...keeperSchema.entities, Participant],
  migrations: [...keeperSchema.migrations, CreateParticipants1763683400000],
};
const MINUTE_MS = 60_000;

let clock: TestClock;
let database: Database;
let close: () => Promise<void>;
let participants: ParticipantsRepository;
let project: string;
let user_id: string;

beforeAll(async () => {
  ({ database, close } = await openTestDatabase(schema));
});
afterAll(() => close());
beforeEach(() => {
  clock = new TestClock();
  participants = new ParticipantsRepository(database, clock);
  [project, user_id] = [randomUUID(), randomUUID()];
});

const minutesAgo = (minutes: number): Date => new Date(clock.now().getTime() - minutes * MINUTE_MS);
const keep = (email: string): Promise<void> => participants.keep(project, { user_id, email });
const keepAsOf = (time: Date, email: string): Promise<void> =>
  participants.keepAsOf(time, project, { user_id, email });
const rename = (email: string, since: Date, previous: string | null = null): Promise<number> =>
  participants.rename({ user: user_id, email, previous, since }, 10);
const known = (): Promise<string> => participants.emailOf(project, user_id);

it('a participant has the e-mail of their last request', async () => {
  await keep('first@demo.test');
  clock.advance(2 * MINUTE_MS);
  await keep('second@demo.test');
  expect(await known()).toBe('second@demo.test');
});

it('a change of e-mail within the last minute is not undone by a caller who was authenticated before it', async () => {
  await keep('old@demo.test');
  clock.advance(5 * MINUTE_MS);
  await rename('new@demo.test', minutesAgo(0.5));
  await keep('old@demo.test');
  expect(await known()).toBe('new@demo.test');
});

it('a change of e-mail replaces what was known as of a time before it, whichever of them is stored first', async () => {
  await keepAsOf(minutesAgo(60), 'old@demo.test');
  await rename('new@demo.test', minutesAgo(30));
  expect(await known()).toBe('new@demo.test');
  await keepAsOf(minutesAgo(60), 'old@demo.test');
  expect(await known()).toBe('new@demo.test');
});

it('what was known as of a time after a change of e-mail replaces it', async () => {
  await keepAsOf(minutesAgo(90), 'old@demo.test');
  await rename('new@demo.test', minutesAgo(60));
  await keepAsOf(minutesAgo(30), 'newest@demo.test');
  await rename('new@demo.test', minutesAgo(60));
  expect(await known()).toBe('newest@demo.test');
});

it('a change of e-mail replaces the one before also where that was stored by a process whose clock is ahead', async () => {
  clock.advance(5 * MINUTE_MS);
  await keep('old@demo.test');
  clock.setBack(5 * MINUTE_MS);
  expect(await rename('new@demo.test', clock.now(), 'old@demo.test')).toBe(1);
  expect(await known()).toBe('new@demo.test');
  expect(await rename('new@demo.test', clock.now(), 'old@demo.test')).toBe(0);
  clock.advance(MINUTE_MS);
  await keep('old@demo.test');
  expect(await known()).toBe('new@demo.test');
});

it('a change of e-mail leaves the one of a later change', async () => {
  await keepAsOf(minutesAgo(60), 'old@demo.test');
  await rename('newest@demo.test', minutesAgo(10), 'new@demo.test');
  await rename('new@demo.test', minutesAgo(20), 'old@demo.test');
  expect(await known()).toBe('newest@demo.test');
});

it('a change of e-mail that comes late leaves the one that was changed back since', async () => {
  await keepAsOf(minutesAgo(60), 'old@demo.test');
  await rename('old@demo.test', minutesAgo(10), 'new@demo.test');
  await rename('new@demo.test', minutesAgo(20), 'old@demo.test');
  expect(await known()).toBe('old@demo.test');
});
