import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { documentReadings, interviewWriting, searchSources } from '@pks/contracts';
import { Jobs } from '@pks/platform';
import {
  type StatementLog,
  Partitions,
  Wall,
  eventually,
  deleteFullestProject,
  neverCalled,
  neverSent,
  recordStatements,
  type TestProject,
  type TestDocuments,
} from '@pks/testing';
import { correctStorage } from '../src/documents/correcting-storage.ts';
import { deleteLeftFiles } from '../src/documents/left-files.ts';
import { keepReadingLines, remindOfReadings } from '../src/documents/reading-line.ts';
import { InterviewsStandIn, aReport } from './interviews-stand-in.ts';
import { RunningKnowledge } from './running-knowledge.ts';

let running: RunningKnowledge;
let log: StatementLog;
let wall: Wall;
let partitions: Partitions;
let documents: TestDocuments;

beforeAll(async () => {
  log = recordStatements();
  running = await RunningKnowledge.startWithSearch();
  wall = await Wall.open(running.databaseUrl, 'knowledge');
  const project = running.aProject();
  await useArtifacts(project);
  await useInterviews(project);
  documents = running.documentsOf(project);
  await useDocuments(documents);
  await useSearch(project);
  await useReadings(project);
  const sent = wall.touching(log.sent);
  partitions = await Partitions.open(running.databaseUrl, 'knowledge', wall.tables, sent, {
    few: { metadata_bits: 'One is of 16,384 documents.' },
    distinct: { metadata_values: ['value', 'count'] },
  });
});
afterAll(async () => {
  log.stop();
  await partitions.close();
  await wall.close();
  await running.stop();
});

const EXCEPTIONS = {};

/** Statements that schedules run. */
const BY_THE_CLOCK = ['documents_reading_projects', 'documents_admitted', 'document_rooms_left'];

async function useArtifacts(project: TestProject): Promise<void> {
  const { slug } = await project.create('Churn');
  await project.append(slug, 'Customers who left');
  await project.update(slug, { title: 'Customer churn' });
  await project.publishHead(slug);
  await project.append(slug, 'Customers who left, by month');
  await project.publish(slug, 2);
  await project.restore(slug, 1);
  for (const version of ['head', 'published', '1']) await project.get(slug, version);
  for (const scope of ['all', 'in_scope', 'out_of_scope']) await project.list({ scope });
  await project.version(slug, 1);
  await project.diff(slug, 2, 1);
  await project.history(slug);
  await project.publications(slug);
  await project.changelog();
  const { slug: other } = await project.create('Gone');
  await project.remove(other);
}

async function useInterviews(project: TestProject): Promise<void> {
  const { id: project_id, caller } = project;
  const interviews = await InterviewsStandIn.beside(running);
  const { id: interview_id } = interviews.add(project_id, aReport());
  const request = { project_id, interview_id, slug: 'brief' };
  for (const _time of [1, 2]) await running.call(interviewWriting.calls.write, request, caller);
  await interviews.stop();
}

async function useDocuments(documents: TestDocuments): Promise<void> {
  const content_type = 'text/plain';
  const metadata = [['team', 'Growth'] as const];
  const files = ['one.txt', 'two.txt', 'three.txt'].map((name) => ({
    name,
    content_type,
    content: name,
    metadata,
  }));
  const ids = (await documents.upload(...files)).map(({ id }) => id);
  const [one = '', two = '', three = ''] = ids;
  await eventually('the documents are indexed', async () => {
    const states = await Promise.all(ids.map((id) => documents.get(id)));
    return states.every(({ indexing_status }) => indexing_status === 'active');
  });
  await documents.indexing(ids.join());
  for (const request of [{}, { content_type }, { search: 'one' }]) await documents.list(request);
  for (const request of [{}, { content_type }]) await documents.list({ ...request, offset: 1_000 });
  await documents.get(one);
  await documents.text(one);
  await documents.file(one);
  await documents.rename(one, 'first.txt');
  for (const search of ['first', 'rare', 'st']) await documents.list({ search });
  await documents.addMetadata(one, ['kind', 'memo']);
  await documents.filter(['growth']);
  await documents.match(10, ['team', 'growth'], ['kind', 'memo']);
  await documents.values('team');
  await documents.valuesOf(one, 'team');
  await documents.valuesByKey();
  await documents.available();
  await documents.removePair(one, 'kind', 'memo');
  await documents.removeKey(one, 'team');
  await documents.remove(two);
  await documents.bulkRemove([three]);
  await documents.release((await documents.reserve()).document_id);
  const room = await documents.reserve();
  await documents.reserve({ written: { document_id: room.document_id, file_size: 1 } });
  await documents.storage();
  await documents.indexing();
  for (const schedule of [correctStorage, deleteLeftFiles, keepReadingLines, remindOfReadings])
    await running.parts(Jobs)[0]?.trigger(schedule);
  await eventually('the schedules have run', () =>
    Promise.resolve(BY_THE_CLOCK.every((name) => log.names.has(name))),
  );
  await documents.addMetadata(one, ['team', 'Growth']);
}

/** Makes the calls of the search service. */
async function useSearch(project: TestProject): Promise<void> {
  const { calls } = searchSources;
  const { id: project_id } = project;
  const [artifact] = (await project.list()).results.filter(({ title }) => title === 'Customer churn');
  const [document] = (await running.documentsOf(project).list()).results;
  const [artifact_id = '', document_id = ''] = [artifact?.id, document?.id];
  const sources = { project_id, artifacts: [artifact_id], documents: [document_id] };
  await running.call(calls.states, { projects: [sources] }, null);
  await running.call(calls.published, { projects: [{ project_id, artifacts: [artifact_id] }] }, null);
  for (const kind of ['artifact', 'document'] as const) {
    const first = '00000000-0000-0000-0000-000000000000';
    await running.call(calls.after, { kind, after_project: first, after_source: first, limit: 10 }, null);
  }
  await running.call(calls.sections, { project_id, document_id, from: 0 }, null);
  for (const metadata_values of [[], ['growth']]) {
    const hits = { documents: [document_id], artifacts: [artifact_id], metadata_values };
    await running.call(calls.findable, { project_id, ...hits }, null);
  }
  await running.call(calls.labelled, { project_id, metadata_values: ['growth'], limit: 10 }, null);
  await running.call(calls.compared, { project_id }, null);
}

/**
 * Makes the calls of the search service, which reads these documents itself: calls from its process are not recorded. They change nothing, because
 * the document was read already.
 */
async function useReadings(project: TestProject): Promise<void> {
  const { calls } = documentReadings;
  const [document] = (await running.documentsOf(project).list()).results;
  const reference = { project_id: project.id, document_id: document?.id };
  await running.call(calls.begin, reference, null);
  await running.call(calls.keep, { ...reference, from: 0, sections: [] }, null);
  await running.call(calls.finish, { ...reference, page_count: 1, section_count: 0 }, null);
  await running.call(calls.fail, { ...reference, error: 'The file is broken.' }, null);
  await running.call(calls.interrupt, reference, null);
}

describe('the wall between projects', () => {
  it('protects every table of projects', async () => {
    expect(wall.tables).toHaveLength(15);
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

  it('would not keep a cluster that distributes the tables from any statement', async () => {
    expect(await wall.undistributable(log.texts)).toEqual([]);
  });

  it('is shown for every statement that has a name', async () => {
    expect(await neverSent(join(import.meta.dirname, '../src'), log)).toEqual([]);
  });

  it('is shown for every call about a project', () => {
    expect(neverCalled('knowledge', running.called)).toEqual([]);
  });

  it('leaves nothing of a deleted project', async () => {
    expect(await documents.keys()).not.toEqual([]);
    const outcome = await deleteFullestProject(running.bus, wall);
    expect(outcome).toMatchObject({ emptyBefore: [], left: {} });
    expect(await documents.keys()).toEqual([]);
  });
});
