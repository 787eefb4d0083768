import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  campaigns,
  drafts,
  imports,
  interviewFeed,
  interviewInvites,
  interviewLetters,
  interviewMessages,
  interviewNotes,
  interviewReports,
  interviewSummaries,
  interviews,
  reminders,
  testRuns,
} from '@pks/contracts';
import { inProject } from '@pks/platform';
import {
  type StatementLog,
  Partitions,
  Wall,
  deleteFullestProject,
  neverCalled,
  neverSent,
  recordStatements,
} from '@pks/testing';
import { eventually } from '@pks/testing/black-box';
import { TranscriptsRepository } from '../src/imports/transcripts.repository.ts';
import { InterviewsRepository } from '../src/interviews/interviews.repository.ts';
import { type RunningInterviews, aViewerBeside, anAdmin, runningInterviews } from './running-interviews.ts';

const { calls } = interviews;
let running: RunningInterviews;
let log: StatementLog;
let wall: Wall;
let partitions: Partitions;

beforeAll(async () => {
  log = recordStatements();
  running = await runningInterviews();
  wall = await Wall.open(running.service.database.options.url, 'interviews');
  await useEverything();
  const sent = wall.touching(log.sent);
  partitions = await Partitions.open(running.service.database.options.url, 'interviews', wall.tables, sent, {
    empty: { transcripts: 'One exists while it is read.' },
    few: {
      test_runs: 'A draft keeps 20.',
      test_run_entries: 'A test run ends after 1,000 at the latest.',
    },
  });
});
afterAll(async () => {
  log.stop();
  await partitions.close();
  await wall.close();
  await running.stop();
});

const EXCEPTIONS = {
  interview_entries_last: 'They are the last ones, by the number of messages that the interview stores.',
  interviews_list_text_indexed: 'What matches a text comes in no order.',
  interviews_list_visible_text_indexed: 'What matches a text comes in no order.',
  interviews_list_text_newest: 'What it compares is bounded, and sorted once it is found.',
  interviews_list_visible_text_newest: 'What it compares is bounded, and sorted once it is found.',
  interviews_lock_overdue: 'It is asked when a user joins the project, to whom few were assigned by then.',
  interviews_list_visible_status: 'A user who is no admin sees few: mostly those that they have to take.',
};

/** Makes every call, and lists with every condition. */
async function useEverything(): Promise<void> {
  const admin = anAdmin();
  const ben = aViewerBeside(admin);
  running.member({ user_id: ben.user_id, email: ben.email });
  const project_id = admin.project?.id;
  const [made] = await running.assign(admin, {
    assignee_ids: [ben.user_id],
    invite_emails: ['new@example.test'],
    campaign_name: 'Autumn',
    reminders_enabled: true,
  });
  const [second] = await running.assign(admin, {
    assignee_ids: [ben.user_id],
    campaign_id: made?.campaign?.id,
  });
  await eventually('the invitation is sent', async () => (await invited(admin)) === 1);
  const reference = { interview_id: made?.id };
  for (const caller of [admin, ben]) {
    for (const filter of [
      {},
      { status: 'pending' },
      { status: 'in_progress' },
      { text: 'onboard' },
      { text: 'rare' },
      { text: 'on' },
      { campaign: made?.campaign?.id },
    ])
      await running.call(calls.list, filter, caller);
    await running.call(calls.list, { assigned_to: 'me', type: 'interview' }, caller);
    await running.call(calls.get, reference, caller);
  }
  await running.call(reminders.calls.send, reference, admin);
  await running.call(reminders.calls.stop, reference, admin);
  const letter = { ...reference, project_id, kind: 'assignment', assigned_to: ben.user_id };
  await running.call(interviewLetters.calls.read, letter, null);
  const invite = { ...reference, project_id, email: 'new@example.test' };
  await running.call(interviewInvites.calls.read, invite, null);
  await running.call(interviewFeed.calls.list, {}, admin);
  await running.call(campaigns.calls.list, {}, ben);
  await running.call(campaigns.calls.rename, { campaign_id: made?.campaign?.id, name: 'Winter' }, admin);
  await running.call(calls.remove, { interview_id: second?.id }, admin);
  await take(made?.id, ben);
  await running.call(interviewNotes.calls.describe, { ...reference, project_id }, null);
  await running.call(interviewSummaries.calls.read, { ...reference, project_id }, null);
  const first = '00000000-0000-0000-0000-000000000000';
  const place = { after_project: first, after_interview: first, limit: 10 };
  await running.call(interviewSummaries.calls.after, place, null);
  await useDrafts(admin, made?.campaign?.id);
  await importBoth(admin);
  await report(admin);
}

async function report(admin: Caller): Promise<void> {
  const { user_id, email, project } = admin;
  running.member({ user_id, email, is_admin: true });
  const fields = { assignee_ids: [user_id], write_scope: 'global', questions: ['Who calls?'] };
  const [made] = await running.assign(admin, fields);
  const reference = { project_id: project?.id, interview_id: made?.id };
  await running.call(interviewMessages.calls.send, { ...reference, content: 'Sales.' }, admin);
  await running.call(interviewReports.calls.read, reference, null);
}

async function take(interview_id: string | undefined, assignee: Caller): Promise<void> {
  const of = interviewMessages.calls;
  await running.call(of.send, { interview_id, content: 'Well', client_message_id: 'one' }, assignee);
  await running.call(of.send, { interview_id, content: 'Well', client_message_id: 'one' }, assignee);
  const { results } = await running.call(of.list, { interview_id }, assignee);
  await running.call(of.list, { interview_id, after: results[0]?.id }, assignee);
  await running.call(of.complete, { interview_id }, assignee);
}

async function useDrafts(admin: Caller, campaign_id: string | undefined): Promise<void> {
  const { calls: of } = drafts;
  const { id: draft_id } = await running.call(of.create, { topic: 'Later', campaign_id }, admin);
  await running.call(campaigns.calls.rename, { campaign_id, name: 'Spring' }, admin);
  const other = await running.call(of.create, { topic: 'Other', campaign_name: 'Spring' }, admin);
  await tryOut(draft_id, admin);
  await running.call(of.list, {}, admin);
  await running.call(of.get, { draft_id }, admin);
  await running.call(of.update, { draft_id, topic: 'Sooner' }, admin);
  await running.call(of.clone, { draft_id }, admin);
  await running.call(of.remove, { draft_id: other.id }, admin);
  await running.assign(admin, { invite_emails: ['other@example.test'], draft_id });
  const [project_id = '', email] = [admin.project?.id, 'other@example.test'];
  await inProject(project_id, async () => {
    const invited = running.get(InterviewsRepository);
    await running.once(async () => void (await invited.lockInvited(project_id, email, 10)));
    await invited.isInvited(project_id, email);
    const overdue = () => invited.lockOverdue(project_id, admin.user_id, new Date(), 10);
    await running.once(async () => void (await overdue()));
    await running.get(TranscriptsRepository).interrupt(project_id, draft_id);
  });
  const { id: stays } = await running.call(of.create, { topic: 'Stays' }, admin);
  await tryOut(stays, admin);
}

async function tryOut(draft_id: string, admin: Caller): Promise<void> {
  const { calls: of } = testRuns;
  const topics = [{ title: 'Contract' }, { title: 'Support' }];
  const guided = { draft_id, interview_type: 'guided-interview', topics };
  const changed = await running.call(drafts.calls.update, guided, admin);
  await running.call(of.start, { draft_id }, admin);
  const { id: test_run_id } = await running.call(of.start, { draft_id }, admin);
  const run = { draft_id, test_run_id };
  await running.call(of.get, run, admin);
  await running.call(of.jump, { ...run, topic_id: changed.topics[1]?.id }, admin);
  await running.call(of.send, { ...run, content: 'Well' }, admin);
  await running.call(of.list, run, admin);
  await running.call(of.complete, run, admin);
  const again = await running.call(of.start, { draft_id }, admin);
  await running.call(of.abandon, { draft_id, test_run_id: again.id }, admin);
}

async function importBoth(admin: Caller): Promise<void> {
  for (const transcript of ['Host: Hello.\nAna: Hello.', '{}']) {
    await running.call(imports.calls.create, { transcript, campaign_name: 'Autumn' }, admin);
  }
  await eventually('the transcripts are read', async () => (await transcripts(admin)) === 0);
}

async function transcripts(admin: Caller): Promise<number> {
  const kept = 'SELECT interview_id FROM interviews.transcripts WHERE project_id = $1';
  return (await running.session.rows(kept, [admin.project?.id])).length;
}

async function invited(admin: Caller): Promise<number> {
  return (await running.events('interviews.event.interviewee-invited', admin)).length;
}

describe('the wall between projects', () => {
  it('protects every table of projects', async () => {
    expect(wall.tables).toEqual([
      'campaigns',
      'drafts',
      'interview_entries',
      'interview_totals',
      'interviews',
      'participants',
      'test_run_entries',
      'test_runs',
      'transcripts',
    ]);
    expect(await wall.unprotected()).toEqual([]);
  });

  it('keeps no statement from finding rows by an index', async () => {
    expect(await wall.slowed(wall.touching(log.sent))).toEqual([]);
  });

  it('lets no statement of this service return or change anything for another project than its own', async () => {
    const sent = wall.touching(log.sent);
    expect(await wall.foreignEffects(sent)).toEqual([]);
    expect((await wall.ownEffects(sent)).length).toBeGreaterThan(sent.length / 2);
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
    expect(neverCalled('interviews', running.called)).toEqual([]);
  });

  it('leaves nothing of a deleted project', async () => {
    const emptyBefore = ['transcripts'];
    expect(await deleteFullestProject(running.bus, wall)).toMatchObject({ emptyBefore, left: {} });
  });
});
