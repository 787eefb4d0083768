import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import {
  type DomainEvent,
  type SummarizedInterview,
  interviewCompleted,
  interviewDeleted,
  interviewImported,
  interviewUpdated,
  nearest,
} from '@pks/contracts';
import { Jobs } from '@pks/platform';
import { connectTestBus, eventually, type TestProject } from '@pks/testing';
import { LackingSourcesRepository } from '../src/indexing/lacking-sources.repository.ts';
import { copyInterview } from '../src/interview-summaries/copying-interviews.ts';
import { PassageStore } from '../src/search/passage-store.ts';
import { GenerationsRepository } from '../src/search-index/generations.repository.ts';
import { filesWith } from './files-with.ts';
import { aSummary } from './interviews-stand-in.ts';
import { RunningSearch } from './running-search.ts';
import { TestSearch } from './test-search.ts';

const NOW = '2026-11-22T10:00:00.000Z';

let running: RunningSearch;
let project: TestProject;

beforeAll(async () => {
  running = await RunningSearch.start();
});
afterAll(() => running.stop());
beforeEach(() => {
  project = running.aProject('auto_publish');
});

const searchBy = (reader: TestProject): TestSearch => new TestSearch(running, reader);
const idOf = ({ caller }: TestProject): string => caller.user_id;
const of = (interview_id: string) => ({ project_id: project.id, interview_id });

const completed = ({ id, name, created_by }: SummarizedInterview): DomainEvent =>
  interviewCompleted.of({
    ...of(id),
    name,
    assigned_by: created_by,
    completed_by: created_by,
    completed_at: NOW,
  });

/** Publishes events, and waits until they are handled; one process handles them in their order. */
async function handle(...events: readonly DomainEvent[]): Promise<void> {
  for (const event of events) await running.publish(event);
  const last = await running.publish(interviewDeleted.of(of(randomUUID())));
  await eventually('the events are handled', async () => {
    const handled = 'SELECT FROM search.inbox WHERE event_id = $1';
    return (await running.session.rows(handled, [last])).length === 1;
  });
}

/** An interview that is completed, once its event is handled. */
async function anInterview(overrides: Partial<SummarizedInterview> = {}): Promise<SummarizedInterview> {
  const made = aSummary({ summary: 'The gangway rattles in every harbour.', ...overrides });
  running.interviews.summarize(project.id, made);
  await handle(completed(made));
  return made;
}

async function rebuild(): Promise<void> {
  const [generations] = running.parts(GenerationsRepository);
  const current = await generations?.searched();
  if (!generations || !current) throw new Error('There is no index.');
  await generations.begin(current);
  await running.keepGenerations();
  await running.isComplete(current.number + 1);
}

/** The stored rows of an interview. */
const stored = (table: 'interview_summaries' | 'indexed_sources', id: string): Promise<object[]> => {
  const column = table === 'indexed_sources' ? 'source_id' : 'id';
  return running.session.rows(`SELECT * FROM search.${table} WHERE project_id = $1 AND ${column} = $2`, [
    project.id,
    id,
  ]);
};

/** The jobs of the project that are not done. */
const jobsLeft = (...names: readonly string[]): Promise<object[]> => {
  const left = `name = ANY ($1) AND data ->> 'project_id' = $2 AND state <> 'completed'`;
  return running.session.rows(`SELECT FROM search_jobs.job WHERE ${left}`, [names, project.id]);
};

const deferred = ({ id }: SummarizedInterview): Promise<object[]> =>
  running.session.rows(`SELECT failures FROM search.deferred_events WHERE payload ->> 'interview_id' = $1`, [
    id,
  ]);

describe('a completed interview', () => {
  it('is found by admins, by its assignee and by who created it, and by nobody else', async () => {
    const [assignee, creator, other] = [project.asAnother(), project.asAnother(), project.asAnother()];
    const { id } = await anInterview({ assigned_to: idOf(assignee), created_by: idOf(creator) });
    await searchBy(project).finds('gangway', ['Onboarding']);
    expect(await searchBy(project).find('gangway')).toEqual([
      {
        kind: 'interview',
        id,
        slug: null,
        title: 'Onboarding',
        version_number: null,
        page: null,
        heading: 'How customers are onboarded',
        text: 'The gangway rattles in every harbour.',
        score: expect.any(Number),
        matched_by: { words: ['gangway'], nearness: null },
      },
    ]);
    for (const reader of [assignee, creator]) {
      expect(await searchBy(reader).titles('gangway')).toEqual(['Onboarding']);
      expect(await searchBy(reader).titles('gangway', { kinds: ['interview'] })).toEqual(['Onboarding']);
    }
    for (const kinds of [['interview'], ['interview', 'artifact', 'document']]) {
      expect(await searchBy(other).find('gangway', { kinds })).toEqual([]);
    }
  });

  it('is a source of its own kind, without metadata, and nothing that a text is near to', async () => {
    await anInterview({ name: 'Gangways' });
    await searchBy(project).finds('gangways customers', ['Gangways']);
    expect(await searchBy(project).find('gangway', { kinds: ['artifact', 'document'] })).toEqual([]);
    expect(await searchBy(project).find('gangway', { metadata_values: ['gangway'] })).toEqual([]);
    expect(await searchBy(project).find('gangway', { kinds: [] })).toEqual([]);
    const text = 'The gangway rattles in every harbour.';
    expect(await running.call(nearest.calls.find, { project_id: project.id, text }, null)).toEqual([]);
  });

  it('hides nothing from those who do not find it, however much it says', async () => {
    const ben = project.asAnother();
    const paragraph = 'Harbour harbour harbour harbour. '.repeat(25);
    const crowd = Array.from({ length: 1_100 }, () => paragraph).join('\n\n');
    await anInterview({ name: 'Crowd', summary: crowd });
    await project.create('Harbours');
    await project.append('harbours', 'Storms close the harbour of Lerwick in some winters, and ships wait.');
    await eventually('the crowd is indexed', async () => {
      const [found] = await searchBy(project).find('harbour', { top_k: 1 });
      return found?.title === 'Crowd';
    });
    await searchBy(ben).finds('harbour', ['Harbours'], { top_k: 1 });
    await anInterview({ name: 'Own', assigned_to: idOf(ben), summary: 'One harbour only.' });
    await searchBy(ben).finds('harbour', ['Harbours', 'Own'], { top_k: 2 });
    expect(await searchBy(ben).titles('harbour', { kinds: ['interview'] })).toEqual(['Own']);
  });

  it('is found when it was imported, by who imported it', async () => {
    const importer = project.asAnother();
    const made = aSummary({ name: 'Talk', topic: '', created_by: idOf(importer), summary: 'A gangway.' });
    running.interviews.summarize(project.id, made);
    const event = { ...of(made.id), name: 'Talk', imported_by: idOf(importer), imported_at: NOW };
    await handle(interviewImported.of(event));
    await searchBy(importer).finds('gangway', ['Talk']);
    expect((await searchBy(importer).find('gangway'))[0]?.heading).toBe('');
  });

  it('is found by the invited person from when they join, also when an earlier state arrives later', async () => {
    const ben = project.asAnother();
    const before = await anInterview();
    await searchBy(project).finds('gangway', ['Onboarding']);
    const after = { ...before, assigned_to: idOf(ben), updated_at: '2026-11-23T10:00:00.000Z' };
    running.interviews.summarize(project.id, after);
    expect(await searchBy(ben).find('gangway')).toEqual([]);
    await handle(interviewUpdated.of(of(before.id)));
    expect(await searchBy(ben).titles('gangway')).toEqual(['Onboarding']);
    running.interviews.summarize(project.id, before);
    await handle(completed(before));
    expect(await searchBy(ben).titles('gangway')).toEqual(['Onboarding']);
  });

  it('is found as it is, and not where it is gone, in an index that is rebuilt after its events were lost', async () => {
    const [ben, clare] = [project.asAnother(), project.asAnother()];
    await running.isComplete();
    const goes = await anInterview({ name: 'Gone' });
    const moves = await anInterview({ name: 'Moved', assigned_to: idOf(ben) });
    await searchBy(project).finds('gangway', ['Gone', 'Moved']);
    running.interviews.remove(project.id, goes.id);
    const moved = { ...moves, assigned_to: idOf(clare), updated_at: '2026-11-23T10:00:00.000Z' };
    running.interviews.summarize(project.id, moved);
    await rebuild();
    expect(await searchBy(project).titles('gangway')).toEqual(['Moved']);
    expect(await searchBy(clare).titles('gangway')).toEqual(['Moved']);
    expect(await searchBy(ben).find('gangway')).toEqual([]);
    expect(await stored('interview_summaries', goes.id)).toEqual([]);
    expect(await stored('indexed_sources', goes.id)).toEqual([]);
  });

  it('is found again in an index that is rebuilt', async () => {
    const ben = project.asAnother();
    await running.isComplete();
    await anInterview({ assigned_to: idOf(ben) });
    await searchBy(ben).finds('gangway', ['Onboarding']);
    await rebuild();
    expect(await searchBy(ben).titles('gangway')).toEqual(['Onboarding']);
    expect(await searchBy(project.asAnother()).find('gangway')).toEqual([]);
  });
});

describe('the copy of an interview', () => {
  it('is made once, however often its event is delivered', async () => {
    const { id } = await anInterview();
    const bus = await connectTestBus(running.natsUrl);
    const manager = await jetstreamManager(bus.connection.native);
    await manager.consumers.delete('events', 'search-interview-summaries');
    await bus.close();
    await handle();
    expect(running.interviews.read.filter((read) => read === id)).toHaveLength(1);
    await searchBy(project).finds('gangway', ['Onboarding']);
    expect(await searchBy(project).find('gangway')).toHaveLength(1);
  });

  it('is deleted with the interview, and in the end nothing is left of it', async () => {
    const { id } = await anInterview();
    await searchBy(project).finds('gangway', ['Onboarding']);
    await handle(interviewDeleted.of(of(id)));
    expect(await searchBy(project).find('gangway')).toEqual([]);
    expect(await stored('interview_summaries', id)).toMatchObject([{ name: null, summary: null }]);
    await eventually('nothing is left', async () => {
      await running.doJobsNow();
      const left = [await stored('interview_summaries', id), await stored('indexed_sources', id)];
      return left.flat().length === 0;
    });
  });

  it('leaves no file of the index with its text, once that is erased', async () => {
    const [store] = running.parts(PassageStore);
    const { number = 0 } = (await running.parts(GenerationsRepository)[0]?.searched()) ?? {};
    const folder = join(running.searchFolder, `${project.id}-g${number}.lance`);
    const stay = Array.from({ length: 20 }, (_none, place) => aSummary({ name: `Talk ${place}` }));
    const goes = aSummary({ name: 'Secret', summary: 'We move to Zanzibar.' });
    for (const one of [...stay, goes]) running.interviews.summarize(project.id, one);
    await handle(...[...stay, goes].map(completed));
    await searchBy(project).finds('zanzibar', ['Secret']);
    await store?.optimize(project.id, { id: `g${number}`, dimensions: 0 });
    await handle(interviewDeleted.of(of(goes.id)));
    // The engine deletes passages after that is recorded, and before the job ends.
    await eventually('it is deleted', async () => {
      const isRecorded = (await stored('indexed_sources', goes.id)).length === 0;
      return isRecorded && (await jobsLeft('index-source')).length === 0;
    });
    expect(await filesWith('Zanzibar', folder)).not.toEqual([]);
    const now = Date.now.bind(Date);
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 120_000);
    await eventually('all is tidied', async () => {
      await running.doJobsNow();
      return (await jobsLeft('tidy-passages', 'erase-passages')).length === 0;
    }).finally(() => clock.mockRestore());
    expect(await filesWith('Zanzibar', folder)).toEqual([]);
    expect(await searchBy(project).titles('sales', { top_k: 50 })).toHaveLength(stay.length);
  });

  it('is not made from what was read before the deletion', async () => {
    const made = aSummary({ summary: 'The gangway rattles.' });
    await handle(interviewDeleted.of(of(made.id)));
    running.interviews.summarize(project.id, made);
    await handle(completed(made));
    expect(running.interviews.read).toContain(made.id);
    expect(await stored('interview_summaries', made.id)).toMatchObject([{ name: null, summary: null }]);
    expect(await stored('indexed_sources', made.id)).toEqual([]);
  });

  it('is not made of an interview that does not exist any more', async () => {
    const made = aSummary();
    await handle(completed(made));
    expect(running.interviews.read).toContain(made.id);
    expect(await stored('interview_summaries', made.id)).toEqual([]);
    expect(await deferred(made)).toEqual([]);
  });

  it('is not waited for by an index where the interview is deleted meanwhile', async () => {
    await running.isComplete();
    const made = aSummary();
    await handle(interviewDeleted.of(of(made.id)));
    running.interviews.summarize(project.id, made);
    const { number = 0 } = (await running.parts(GenerationsRepository)[0]?.searched()) ?? {};
    const [lacking, jobs] = [running.parts(LackingSourcesRepository)[0], running.parts(Jobs)[0]];
    await lacking?.expect(number, 'interview', [{ project_id: project.id, source_id: made.id }]);
    await jobs?.add(copyInterview, of(made.id), { key: randomUUID() });
    await eventually('it is read', () => running.interviews.read.includes(made.id));
    await eventually(
      'nothing is expected',
      async () => (await stored('indexed_sources', made.id)).length === 0,
    );
  });

  it('is made once the interviews service is back', async () => {
    await running.interviews.stop();
    const made = aSummary({ summary: 'The gangway rattles.' });
    await running.publish(completed(made));
    await eventually('the event is deferred', async () => (await deferred(made)).length === 1);
    expect(await deferred(made)).toEqual([{ failures: 0 }]);
    await running.startInterviews();
    running.interviews.summarize(project.id, made);
    await searchBy(project).finds('gangway', ['Onboarding']);
  });
});
