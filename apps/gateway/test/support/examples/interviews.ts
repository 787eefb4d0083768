import { randomUUID } from 'node:crypto';
import type { Interview, InterviewDraft, TestRun } from '@pks/contracts';
import { eventually } from '@pks/testing/black-box';
import { stopToken } from '../stop-token.ts';
import type { Cast } from './cast.ts';

const TOPIC = 'How refunds are decided today';
const QUESTIONS = ['Who decides about a late cancellation?', 'What takes most of your time?'];
const TOPICS = [
  { title: 'Deciding', description: 'Who decides, and by which rules.' },
  { title: 'Paying', description: 'How the money is sent.' },
  { title: 'Complaints', description: 'What customers say about it.' },
];

/** Drafts and their test runs. */
export async function drafts({ path, ana, ben }: Cast): Promise<void> {
  const list = `${path}interview-drafts/`;
  const wanted = {
    ...{ name: 'Refunds, round 1', topic: TOPIC, interview_type: 'guided-interview', topics: TOPICS },
    ...{ assignee_ids: [ben.id], language: 'en', reminders_enabled: true, reminder_start_after_days: 3 },
    ...{ reminder_interval_days: 2, reminder_max_count: 3, campaign_name: 'Refunds' },
  };
  const draft = (await ana.api.post<InterviewDraft>(list, wanted)).body;
  const one = `${list}${draft.id}/`;
  await ana.api.patch(one, { custom_message: 'It takes ten minutes.' });
  await testRuns(`${one}test-runs/`, draft, ana.api);
  await ana.api.get(one);
  const copy = (await ana.api.post<{ cloned_draft: InterviewDraft }>(`${one}clone/`)).body.cloned_draft;
  await ana.api.get(`${list}?limit=1&offset=1`);
  await ana.api.delete(`${list}${copy.id}/`);
  await ana.quiet.delete(one);
}

async function testRuns(list: string, { topics }: InterviewDraft, api: Cast['ana']['api']): Promise<void> {
  const run = (await api.post<TestRun>(list, { language: 'en' })).body;
  const one = `${list}${run.id}/`;
  await api.post(`${one}messages/`, { content: 'Our team leader, by a list.' });
  await api.post(`${one}jump/`, { topic_id: topics[2]?.id });
  await api.get(`${one}messages/`);
  await api.get(one);
  await api.post(`${one}complete/`);
  const other = (await api.post<TestRun>(list, {})).body;
  await api.post(`${list}${other.id}/abandon/`);
}

/** A campaign of interviews, one of which is taken. */
export async function interviews(cast: Cast, slug: string): Promise<void> {
  const { path, ana, ben } = cast;
  const list = `${path}interviews/`;
  await ana.api.get(`${list}assignable-users/`);
  const wanted = {
    ...{ assignee_ids: [ben.id], topic: TOPIC, name: 'Refunds with Ben', questions: QUESTIONS },
    ...{ campaign_name: 'Refunds', language: 'en', reminders_enabled: true, reminder_start_after_days: 3 },
    ...{ reminder_interval_days: 2, reminder_max_count: 3 },
  };
  const [interview] = (await ana.api.post<Interview[]>(`${list}assign/`, wanted)).body;
  const one = `${list}${interview?.id}/`;
  await reminders(cast, one, interview?.id ?? '');
  const answer = { content: 'The adviser, by the list of the team.', client_message_id: randomUUID() };
  await ben.api.post(`${one}messages/`, answer);
  await ben.api.get(`${one}messages/?limit=2`);
  await ben.api.post(`${one}complete/`);
  await ana.api.get(one);
  await ana.api.get(`${list}?status=completed&limit=1`);
  await ana.api.get(`${list}feed/?limit=1`);
  const campaigns = await ana.api.get<{ results: { id: string }[] }>(`${path}interview-campaigns/`);
  const campaign = campaigns.body.results[0]?.id;
  await ana.api.patch(`${path}interview-campaigns/${campaign}/`, { name: 'Refunds in autumn' });
  await written(cast, slug);
  await imported(list, cast);
  await ana.api.delete(one);
}

async function reminders({ projectId, ana }: Cast, one: string, id: string): Promise<void> {
  await ana.api.post(`${one}send-reminder/`);
  await ana.api.post(`${one}stop-reminders/`);
  const token = encodeURIComponent(stopToken(projectId, id));
  await ana.api.as(undefined).post(`${one}stop-reminders-by-mail/?token=${token}`);
}

async function written({ path, ana }: Cast, slug: string): Promise<void> {
  const wanted = { assignee_ids: [ana.id], topic: TOPIC, questions: QUESTIONS, write_scope: 'global' };
  const [interview] = (await ana.quiet.post<Interview[]>(`${path}interviews/assign/`, wanted)).body;
  const one = `${path}interviews/${interview?.id}/`;
  await ana.quiet.post(`${one}messages/`, { content: 'A second adviser signs above 500 euros.' });
  await ana.quiet.post(`${one}complete/`);
  await ana.api.post(`${one}write/`, { slug });
}

async function imported(list: string, { ana }: Cast): Promise<void> {
  const wanted = {
    ...{ name: 'Talk with the cash desk', format: 'text', participants: ['Ana', 'Fay'] },
    ...{ transcript: 'Ana: Who signs?\nFay: Two of us, above 500 euros.', interview_date: '2026-11-20' },
  };
  const { id } = (await ana.api.post<Interview>(`${list}import/`, wanted)).body;
  await eventually('it is read', async () => {
    const { body } = await ana.quiet.get<Interview>(`${list}${id}/`);
    return body.import_info?.import_status === 'completed';
  });
}
