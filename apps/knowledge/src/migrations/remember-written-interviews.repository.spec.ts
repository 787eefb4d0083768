import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { KnowledgeStore } from '../../test/knowledge-store.ts';
import { type Artifact } from '../artifacts/artifact.entity.ts';
import { RememberWrittenInterviews1798329600000 } from './1798329600000-remember-written-interviews.ts';
import { IndexWrittenInterviews1798329720000 } from './1798329720000-index-written-interviews.ts';
import { MarkWrittenInterviews1798329780000 } from './1798329780000-mark-written-interviews.ts';

let store: KnowledgeStore;
beforeAll(async () => (store = await KnowledgeStore.open()));
afterAll(() => store.close());

/** Takes the schema back to what it was, and begins to migrate it again: versions of before are not marked yet. */
async function beginToMigrate(): Promise<QueryRunner> {
  const { manager } = store.database;
  await manager.query('DROP FUNCTION mark_written_interview CASCADE');
  await manager.query('ALTER TABLE artifact_versions DROP COLUMN written_interview_id');
  const runner = { query: (text: string) => manager.query<unknown>(text) } as QueryRunner;
  await new RememberWrittenInterviews1798329600000().up(runner);
  await new IndexWrittenInterviews1798329720000().up(runner);
  return runner;
}

/** Appends a version of the built-in assistant that names an interview, and is described like this in the changelog. */
function append({ projectId, slug }: Artifact, interview: string, description: string): Promise<void> {
  return store.database.transaction(async () => {
    const artifact = await store.artifacts.lock(projectId, slug);
    const entry = await store.changelog.add(artifact, store.caller, description);
    const content = {
      payload: '',
      shortName: '',
      changeSummary: 'Added the interview "Sales".',
      editSource: 'coach',
      coachConversationId: interview,
    };
    artifact.takeNextVersion();
    await store.versions.insertHead(artifact, content, store.caller, entry);
    await store.artifacts.store(artifact);
  });
}

it('an upgrade knows the interviews that were written, by their first version in each artifact', async () => {
  const [one, other] = [await store.anArtifactWith([]), await store.anArtifactWith([])];
  const [written, published, linked] = [randomUUID(), randomUUID(), randomUUID()];
  await append(one, written, 'Appended version 1 to ", with the interview "Sales", to ".');
  await append(one, written, 'Appended version 2, with the interview "Sales", to "Churn".');
  await append(one, written, 'Appended version 3, with the interview "Sales", to "Churn".');
  await append(one, published, 'Appended and published version 4, with the interview "Sales", to "Churn".');
  await append(one, linked, 'Appended version 5, a copy of version 2, to "Churn".');
  await append(other, written, 'Appended version 1, with the interview "Sales", to "Churn".');
  await new MarkWrittenInterviews1798329780000().up(await beginToMigrate());
  const numbers = (artifact: Artifact) =>
    Promise.all([written, published, linked].map((id) => store.versions.withInterview(artifact, id)));
  expect(await numbers(one)).toEqual([2, 4, undefined]);
  expect(await numbers(other)).toEqual([1, undefined, undefined]);
});

it('an interview that a process of the release before writes is known, and a version of a user that looks alike is not', async () => {
  const artifact = await store.anArtifactWith([]);
  const [written, published, linked] = [randomUUID(), randomUUID(), randomUUID()];
  await append(artifact, linked, 'Appended version 1 to ", with the interview "Sales", to ".');
  await append(artifact, written, 'Appended version 2, with the interview "Sales", to "Churn".');
  await append(artifact, written, 'Appended version 3, with the interview "Sales", to "Churn".');
  await append(
    artifact,
    published,
    'Appended and published version 4, with the interview "Sales", to "Churn".',
  );
  const number = (id: string) => store.versions.withInterview(artifact, id);
  expect(await Promise.all([linked, written, published].map(number))).toEqual([undefined, 2, 4]);
});

it('an interview that is written again during the upgrade is known by that version', async () => {
  const artifact = await store.anArtifactWith([]);
  const written = randomUUID();
  await append(artifact, written, 'Appended version 1, with the interview "Sales", to "Churn".');
  const runner = await beginToMigrate();
  await append(artifact, written, 'Appended version 2, with the interview "Sales", to "Churn".');
  await new MarkWrittenInterviews1798329780000().up(runner);
  expect(await store.versions.withInterview(artifact, written)).toBe(2);
});
