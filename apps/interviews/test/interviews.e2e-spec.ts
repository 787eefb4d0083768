import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Caller, type Interview, campaigns, interviewFeed, interviews } from '@pks/contracts';
import { type Fields, faultOf } from '@pks/testing';
import {
  NOT_FOUND,
  type RunningInterviews,
  aViewerBeside,
  anAdmin,
  runningInterviews,
} from './running-interviews.ts';

const { calls } = interviews;

let running: RunningInterviews;
let admin: Caller;
let ben: Caller;

beforeAll(async () => {
  running = await runningInterviews();
});
afterAll(() => running.stop());
beforeEach(() => {
  admin = anAdmin();
  ben = aViewerBeside(admin);
  for (const { user_id, email } of [admin, ben]) running.member({ user_id, email });
});

async function assigned(to: Caller, fields: Fields = {}): Promise<Interview> {
  const [made] = await running.assign(admin, { assignee_ids: [to.user_id], ...fields });
  if (!made) throw new Error('Nothing was assigned.');
  return made;
}

async function listed(fields: Fields, caller: Caller): Promise<readonly string[]> {
  const { count, results } = await running.call(calls.list, fields, caller);
  expect(results).toHaveLength(count);
  return results.map(({ id }) => id);
}

describe('a list of interviews', () => {
  it('shows the newest first: all to admins, to others their own', async () => {
    const [first, second] = [await assigned(ben), await assigned(admin)];
    expect(await listed({}, admin)).toEqual([second.id, first.id]);
    expect(await listed({}, ben)).toEqual([first.id]);
    expect(await listed({}, aViewerBeside(admin))).toEqual([]);
    expect(await listed({ assigned_to: 'me' }, admin)).toEqual([second.id]);
  });

  it('is filtered by status, campaign, type and text, also together', async () => {
    const plain = await assigned(ben, { name: 'Sales 100%' });
    const guided = await assigned(ben, {
      interview_type: 'guided-interview',
      topics: [{ title: 'One' }],
      campaign_name: 'Autumn',
    });
    expect(await listed({ status: 'pending,completed' }, admin)).toEqual([guided.id, plain.id]);
    expect(await listed({ status: 'completed' }, admin)).toEqual([]);
    expect(await listed({ campaign: guided.campaign?.id }, ben)).toEqual([guided.id]);
    expect(await listed({ type: 'interview', status: 'pending' }, ben)).toEqual([plain.id]);
    expect(await listed({ text: 'SALES 100%' }, admin)).toEqual([plain.id]);
    expect(await listed({ text: '_ales' }, admin)).toEqual([]);
    const greek = await assigned(ben, { name: 'Οι πελάτες' });
    for (const text of ['ΠΕΛΆΤΕΣ', 'ΕΣ']) expect(await listed({ text }, admin)).toEqual([greek.id]);
    expect(await listed({ text: 'sales', campaign: guided.campaign?.id }, admin)).toEqual([]);
    expect(await faultOf(running.call(calls.list, { status: 'open' }, admin))).toMatchObject({
      fields: { status: ['"open" is not a valid choice.'] },
    });
    expect(await faultOf(running.call(calls.list, { status: ' ,' }, admin))).toMatchObject({
      fields: { status: ['This field may not be blank.'] },
    });
  });

  it('says past its end how many there are', async () => {
    await assigned(ben);
    expect(await running.call(calls.list, { offset: 5 }, admin)).toEqual({ count: 1, results: [] });
  });
});

describe('an interview', () => {
  it('is not found by others than admins and who takes it', async () => {
    const { id: interview_id } = await assigned(ben);
    expect(await running.call(calls.get, { interview_id }, ben)).toMatchObject({ id: interview_id });
    expect(await faultOf(running.call(calls.get, { interview_id }, aViewerBeside(admin)))).toEqual(NOT_FOUND);
    expect(await faultOf(running.call(calls.get, { interview_id }, anAdmin()))).toEqual(NOT_FOUND);
  });

  it('is gone once it is deleted', async () => {
    const { id: interview_id } = await assigned(ben, { campaign_name: 'Autumn' });
    await running.call(calls.remove, { interview_id }, admin);
    expect(await faultOf(running.call(calls.remove, { interview_id }, admin))).toEqual(NOT_FOUND);
    expect(await running.call(interviewFeed.calls.list, {}, admin)).toEqual({
      count: 0,
      results: [],
      status_counts: {},
    });
    expect(await running.call(campaigns.calls.list, {}, ben)).toMatchObject({
      results: [{ name: 'Autumn', interview_count: 0 }],
    });
  });
});

describe('the feed', () => {
  it('has a row for each campaign and each interview in none, the newest first', async () => {
    const older = await assigned(ben, { campaign_name: 'Older' });
    const alone = await assigned(ben);
    const newer = await assigned(ben, { campaign_name: 'Newer' });
    await assigned(admin, { campaign_id: older.campaign?.id });
    const feed = await running.call(interviewFeed.calls.list, {}, admin);
    expect(feed).toMatchObject({
      count: 3,
      results: [
        { kind: 'campaign', campaign: { id: newer.campaign?.id, interview_count: 1 }, interview: null },
        { kind: 'interview', campaign: null, interview: { id: alone.id, name: alone.name } },
        {
          kind: 'campaign',
          campaign: { name: 'Older', pending_count: 2, in_progress_count: 0, completed_count: 0 },
        },
      ],
      status_counts: { pending: 4 },
    });
    const page = await running.call(interviewFeed.calls.list, { limit: 1, offset: 1 }, admin);
    expect(page).toEqual({ ...feed, results: [feed.results[1]] });
    expect(await running.call(interviewFeed.calls.list, { limit: 1_000 }, admin)).toEqual(feed);
    const beyond = await running.call(interviewFeed.calls.list, { offset: 2_000 }, admin);
    expect(beyond).toEqual({ ...feed, results: [] });
  });
});

describe('a campaign', () => {
  it('is renamed, also to another case of its name, but not to the name of another', async () => {
    const { campaign } = await assigned(ben, { campaign_name: 'Autumn' });
    await assigned(ben, { campaign_name: 'Winter' });
    const rename = (name: string) =>
      running.call(campaigns.calls.rename, { campaign_id: campaign?.id, name }, admin);
    expect(await rename('  AUTUMN ')).toMatchObject({ id: campaign?.id, name: 'AUTUMN', interview_count: 1 });
    expect(await faultOf(rename('winter'))).toEqual({
      kind: 'invalid',
      message: 'A campaign with the name "winter" already exists.',
      fields: { name: ['A campaign with the name "winter" already exists.'] },
    });
  });

  it('has one name, whichever sigma ends a word of it', async () => {
    const { campaign } = await assigned(ben, { campaign_name: 'Πελάτες' });
    for (const campaign_name of ['ΠΕΛΆΤΕΣ', 'πελάτεσ']) {
      expect((await assigned(ben, { campaign_name })).campaign).toEqual(campaign);
    }
    const { campaign: other } = await assigned(ben, { campaign_name: 'Χρήστες' });
    const rename = (name: string) =>
      running.call(campaigns.calls.rename, { campaign_id: other?.id, name }, admin);
    expect(await faultOf(rename('ΠΕΛΆΤΕΣ'))).toMatchObject({ kind: 'invalid' });
    expect(await rename('ΧΡΉΣΤΕΣ')).toMatchObject({ id: other?.id, name: 'ΧΡΉΣΤΕΣ' });
  });

  it('of another project is not found', async () => {
    const { campaign } = await assigned(ben, { campaign_name: 'Autumn' });
    const request = { campaign_id: campaign?.id, name: 'Mine' };
    expect(await faultOf(running.call(campaigns.calls.rename, request, anAdmin()))).toEqual(NOT_FOUND);
    const none = { campaign_id: randomUUID(), name: 'Mine' };
    expect(await faultOf(running.call(campaigns.calls.rename, none, admin))).toEqual(NOT_FOUND);
  });
});
