import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { interviewDeleted, interviewUpdated, nearest } from '@pks/contracts';
import {
  type StatementLog,
  Partitions,
  Wall,
  announceDeletion,
  eventually,
  deleteFullestProject,
  neverCalled,
  neverSent,
  recordStatements,
  type TestProject,
} from '@pks/testing';
import { CountingSourcesRepository } from '../src/finding/counting-sources.repository.ts';
import { PassageStore } from '../src/search/passage-store.ts';
import { GenerationsRepository } from '../src/search-index/generations.repository.ts';
import { IndexedSourcesRepository } from '../src/search-index/indexed-sources.repository.ts';
import { aSummary } from './interviews-stand-in.ts';
import { RunningSearch } from './running-search.ts';
import { TestSearch } from './test-search.ts';

let running: RunningSearch;
let log: StatementLog;
let wall: Wall;
let partitions: Partitions;

beforeAll(async () => {
  log = recordStatements();
  running = await RunningSearch.start();
  wall = await Wall.open(running.databaseUrl, 'search');
  const project = running.aProject('auto_publish');
  await useKnowledge(project);
  await useInterviews(project);
  await rebuild(project);
  const sent = wall.touching(log.sent);
  partitions = await Partitions.open(running.databaseUrl, 'search', wall.tables, sent);
});
afterAll(async () => {
  log.stop();
  await partitions.close();
  await wall.close();
  await running.stop();
});

const EXCEPTIONS = {
  interview_summaries_of_user:
    'It is no page: the interviews that a search is limited to are wanted, up to 5,000.',
};

const NEVER_SENT = {
  indexed_sources_count: 'It is about all projects.',
};

async function useKnowledge(project: TestProject): Promise<void> {
  const search = new TestSearch(running, project);
  const { slug } = await project.create('Churn');
  await project.append(slug, 'Customers who left');
  await project.update(slug, { title: 'Customer churn' });
  await search.finds('customers', ['Customer churn']);
  const { slug: gone } = await project.create('Gone');
  await project.append(gone, 'Customers who were gone');
  await search.finds('gone', ['Gone']);
  await project.remove(gone);
  const documents = running.documentsOf(project);
  const file = { name: 'one.txt', content_type: 'text/plain', content: 'Harbour dues.' };
  const [stays, goes] = await documents.upload({ ...file, metadata: [['team', 'Growth']] }, file);
  for (const id of [stays?.id ?? '', goes?.id ?? ''])
    await eventually('it is indexed', async () => (await documents.get(id)).indexing_status === 'active');
  await documents.remove(goes?.id ?? '');
  await search.finds('dues', ['one.txt'], { metadata_values: ['growth'] });
  await running.call(nearest.calls.find, { project_id: project.id, text: 'churn' }, null);
}

async function useInterviews(project: TestProject): Promise<void> {
  const { id: project_id } = project;
  const member = project.asAnother();
  const [stays, goes, lost] = ['Stays', 'Goes', 'Lost'].map((name) =>
    aSummary({ name, topic: '', summary: 'Gangways rattle.', assigned_to: member.caller.user_id }),
  );
  for (const one of [stays, goes, lost]) {
    if (one) running.interviews.summarize(project_id, one);
    await running.publish(interviewUpdated.of({ project_id, interview_id: one?.id ?? '' }));
  }
  await new TestSearch(running, member).finds('gangways', ['Stays', 'Goes', 'Lost']);
  await running.publish(interviewDeleted.of({ project_id, interview_id: goes?.id ?? '' }));
  await new TestSearch(running, member).finds('gangways', ['Stays', 'Lost']);
  running.interviews.remove(project_id, lost?.id ?? '');
  await running.doJobsNow();
}

/** A search makes this check only if a source was indexed again between finding its passages and checking that they count. */
async function askWhatWasReplaced({ id: projectId }: TestProject, generation: number): Promise<void> {
  const [counting] = running.parts(CountingSourcesRepository);
  const hit = { source_id: randomUUID(), indexing_id: randomUUID() };
  expect(await counting?.areReplaced([hit], { projectId, generation })).toBe(false);
}

/** Embedding checks and records this, which takes a model. */
async function askWhatIsCurrent({ id: projectId }: TestProject, generation: number): Promise<void> {
  const [sources] = running.parts(IndexedSourcesRepository);
  const attempt = {
    projectId,
    generation,
    kind: 'artifact',
    sourceId: randomUUID(),
    attemptId: randomUUID(),
  } as const;
  const state = { name: 'Churn', versionNumber: 1 };
  expect(await sources?.isCurrent(attempt, state)).toBe(false);
  expect(await sources?.recordMeaning(attempt, state)).toBe(false);
  expect(await sources?.succeed(attempt)).toBeUndefined();
}

async function rebuild(project: TestProject): Promise<void> {
  await running.isComplete(1);
  const [generations] = running.parts(GenerationsRepository);
  const current = await generations?.searched();
  if (current) await generations?.begin(current);
  await askWhatWasReplaced(project, current?.number ?? 0);
  await askWhatIsCurrent(project, current?.number ?? 0);
  await running.keepGenerations();
  await running.isComplete(2);
  await new TestSearch(running, project).finds('customers', ['Customer churn']);
}

describe('the wall between projects', () => {
  it('protects every table of projects', async () => {
    expect(wall.tables).toEqual(['indexed_sources', 'interview_summaries']);
    expect(await wall.unprotected()).toEqual([]);
  });

  it('keeps no statement from finding rows by an index', async () => {
    expect(await wall.slowed(wall.touching(log.sent))).toEqual([]);
  });

  it('lets no statement of this service return or change anything for another project than its own', async () => {
    const sent = wall.touching(log.sent);
    expect(await wall.foreignEffects(sent)).toEqual([]);
    expect((await wall.ownEffects(sent)).length).toBeGreaterThan(sent.length / 4);
  });

  it('would let every statement find its rows in one partition, by an index, were the tables divided by project', async () => {
    expect(partitions.undivided).toEqual([]);
    expect(await partitions.overreaching(wall.touching(log.every), EXCEPTIONS)).toEqual([]);
  });

  it('is shown for every statement that has a name', async () => {
    expect(await neverSent(join(import.meta.dirname, '../src'), log, NEVER_SENT)).toEqual([]);
  });

  it('is shown for every call about a project', () => {
    expect(neverCalled('search', running.called)).toEqual([]);
  });

  it('leaves nothing of a deleted project', async () => {
    const [store] = running.parts(PassageStore);
    const { project, ...outcome } = await deleteFullestProject(running.bus, wall);
    expect(outcome).toMatchObject({ emptyBefore: [], left: {} });
    expect(await store?.generations(project)).toEqual([]);
  });

  it('leaves nothing of a project that is deleted while its passages are written', async () => {
    const [store] = running.parts(PassageStore);
    if (!store) throw new Error('The service does not run.');
    const [{ promise: isWriting, resolve: begins }, { promise: mayGoOn, resolve: goOn }] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ];
    const putWords = store.putWords.bind(store);
    const written = jest.spyOn(store, 'putWords').mockImplementation(async (...given) => {
      begins();
      await mayGoOn;
      return putWords(...given);
    });
    const project = running.aProject('auto_publish');
    const { slug } = await project.create('Berths');
    await project.append(slug, 'Berths for barges');
    await isWriting;
    await announceDeletion(running.bus, project.id);
    await eventually('a pass is complete', () => wall.isDeleted(project.id));
    goOn();
    const left = `SELECT FROM search_jobs.job WHERE name = 'index-source' AND state <> 'completed'
                     AND data->>'project_id' = $1`;
    await eventually(
      'its jobs are done',
      async () => (await running.session.rows(left, [project.id])).length === 0,
    );
    written.mockRestore();
    expect(await store.generations(project.id)).toEqual([]);
  });
});
