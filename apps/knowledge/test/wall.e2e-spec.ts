import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { interviewDeleted, interviewUpdated, interviewWriting, nearest } from '@pks/contracts';
import { type StatementLog, Wall, eventually, recordStatements } from '@pks/testing';
import { InterviewsStandIn, aReport, aSummary } from './interviews-stand-in.ts';
import { RunningKnowledge } from './running-knowledge.ts';
import type { TestDocuments } from './test-documents.ts';
import type { TestProject } from './test-project.ts';
import { TestSearch } from './test-search.ts';

let running: RunningKnowledge;
let log: StatementLog;
let wall: Wall;

beforeAll(async () => {
  log = recordStatements();
  running = await RunningKnowledge.start();
  wall = await Wall.open(running.databaseUrl, 'knowledge');
  const project = running.aProject();
  await useArtifacts(project);
  await useInterviews(project);
  await useDocuments(running.documentsOf(project));
  await useSearch(project);
});
afterAll(async () => {
  log.stop();
  await wall.close();
  await running.stop();
});

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
  await running.call(nearest.calls.find, { project_id: project.id, text: 'churn' }, null);
  const { slug: other } = await project.create('Gone');
  await project.remove(other);
}

async function useInterviews(project: TestProject): Promise<void> {
  const { id: project_id, caller } = project;
  const interviews = await InterviewsStandIn.beside(running);
  const { id: interview_id } = interviews.add(project_id, aReport());
  const request = { project_id, interview_id, slug: 'brief' };
  for (const _time of [1, 2]) await running.call(interviewWriting.calls.write, request, caller);
  const member = project.asAnother();
  const [stays, goes] = ['Stays', 'Goes'].map((name) =>
    aSummary({ name, topic: '', summary: 'Gangways rattle.', assigned_to: member.caller.user_id }),
  );
  for (const one of [stays, goes]) {
    if (one) interviews.summarize(project_id, one);
    await running.publish(interviewUpdated.of({ project_id, interview_id: one?.id ?? '' }));
  }
  await new TestSearch(running, member).finds('gangways', ['Stays', 'Goes']);
  await running.publish(interviewDeleted.of({ project_id, interview_id: goes?.id ?? '' }));
  await new TestSearch(running, member).finds('gangways', ['Stays']);
  await running.doJobsNow();
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
  const [one, two, three] = (await documents.upload(...files)).map(({ id }) => id);
  const ids = [one, two, three].flatMap((id) => id ?? []);
  await eventually('the documents are indexed', async () => {
    const states = await Promise.all(ids.map((id) => documents.get(id)));
    return states.every(({ indexing_status }) => indexing_status === 'active');
  });
  await documents.indexing(ids.join());
  for (const request of [{}, { content_type }, { search: 'one' }]) await documents.list(request);
  await documents.get(one ?? '');
  await documents.text(one ?? '');
  await documents.file(one ?? '');
  await documents.rename(one ?? '', 'first.txt');
  await documents.addMetadata(one ?? '', ['kind', 'memo']);
  await documents.filter(['growth']);
  await documents.match(10, ['team', 'growth'], ['kind', 'memo']);
  await documents.values('team');
  await documents.available();
  await documents.removePair(one ?? '', 'kind', 'memo');
  await documents.removeKey(one ?? '', 'team');
  await documents.remove(two ?? '');
  await documents.bulkRemove([three ?? '']);
  await documents.release((await documents.reserve()).document_id);
}

async function useSearch(project: TestProject): Promise<void> {
  const search = new TestSearch(running, project);
  await search.finds('customers', ['Customer churn']);
  await search.find('first', { metadata_values: ['growth'] });
}

describe('the wall between projects', () => {
  it('protects every table of projects', async () => {
    expect(wall.tables).toHaveLength(16);
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
});
