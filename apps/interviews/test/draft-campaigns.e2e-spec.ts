import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Caller, type InterviewDraft, campaigns, drafts, testRuns } from '@pks/contracts';
import { type Fields, eventually, faultOf, outcomeOf } from '@pks/testing';
import { type RunningInterviews, aViewerBeside, anAdmin, runningInterviews } from './running-interviews.ts';

const { calls } = drafts;

/** Holds each transaction that writes a draft at its COMMIT as long as the test has the lock. */
const HOLD_COMMITS = `
  CREATE FUNCTION interviews.hold_commit() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END';
  CREATE CONSTRAINT TRIGGER hold_commit AFTER INSERT OR UPDATE ON interviews.drafts
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION interviews.hold_commit()`;

/** The sessions that wait for a lock. */
const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

let running: RunningInterviews;
let admin: Caller;

beforeAll(async () => {
  running = await runningInterviews();
  await running.session.rows(HOLD_COMMITS);
});
afterAll(() => running.stop());
beforeEach(() => {
  admin = anAdmin();
});
afterEach(() => running.session.rows('SELECT pg_advisory_unlock_all()'));

const create = (fields: Fields, caller = admin): Promise<InterviewDraft> =>
  running.call(calls.create, fields, caller);
const read = (draft_id: string, caller = admin) => running.call(calls.get, { draft_id }, caller);
const update = (draft_id: string, fields: Fields) =>
  running.call(calls.update, { draft_id, ...fields }, admin);
const clone = async (draft_id: string) => (await running.call(calls.clone, { draft_id }, admin)).cloned_draft;
const rename = (campaign_id: string, name: string) =>
  running.call(campaigns.calls.rename, { campaign_id, name }, admin);
const named = async () =>
  (await running.call(campaigns.calls.list, {}, admin)).results.map(({ name }) => name);

/** Assigns an interview to a new member, creating its campaign if that is new; returns the campaign's id. */
async function assign(fields: Fields, caller = admin): Promise<string> {
  const assignee_ids = [running.member().user_id];
  const [interview] = await running.assign(caller, { assignee_ids, ...fields });
  return interview?.campaign?.id ?? '';
}

/** The sizes of all drafts, which lists add up. */
const sizes = () =>
  running.session.rows('SELECT size FROM interviews.drafts WHERE project_id = $1 ORDER BY created_at', [
    admin.project?.id,
  ]);

/** Renames the campaign while the transaction that writes a draft is held at its COMMIT; returns the result of the write. */
async function renameDuring<T>(write: () => Promise<T>, campaignId: string, name: string): Promise<T> {
  await running.session.rows('SELECT pg_advisory_lock(1)');
  const written = write();
  await eventually('the commit is held', () => running.session.isWaitedFor());
  let hasEnded = false;
  const renamed = rename(campaignId, name).finally(() => (hasEnded = true));
  await eventually('the rename waits, or has not had to', async () => {
    return hasEnded || (await running.session.rows(WAITING)).length > 1;
  });
  await running.session.rows('SELECT pg_advisory_unlock(1)');
  await renamed;
  return written;
}

describe('the name of a campaign', () => {
  const [NFC, NFD] = ['ガイド'.normalize('NFC'), 'ガイド'.normalize('NFD')];

  it('is kept in one encoding, and is one in both', async () => {
    const id = await assign({ topic: 'Refunds', campaign_name: NFD });
    expect(await named()).toEqual([NFC]);
    for (const campaign_name of [NFC, NFD]) {
      expect(await assign({ topic: 'Refunds', campaign_name })).toBe(id);
      expect((await create({ campaign_name })).campaign).toEqual({ id, name: NFC });
    }
    const other = await assign({ topic: 'Refunds', campaign_name: 'Other' });
    expect(await faultOf(rename(other, NFD))).toMatchObject({ kind: 'invalid' });
    expect(await rename(other, 'é'.normalize('NFD'))).toMatchObject({ name: 'é'.normalize('NFC') });
  });

  it('that was stored in the other encoding before is that of one campaign, too', async () => {
    const id = await assign({ topic: 'Refunds', campaign_name: 'Winter' });
    await running.session.rows('UPDATE interviews.campaigns SET name = $2, name_key = $2 WHERE id = $1', [
      id,
      NFD,
    ]);
    for (const campaign_name of [NFC, NFD]) {
      expect(await assign({ topic: 'Refunds', campaign_name })).toBe(id);
      expect((await create({ campaign_name })).campaign).toEqual({ id, name: NFD });
    }
    const other = await assign({ topic: 'Refunds', campaign_name: 'Other' });
    for (const name of [NFC, NFD]) {
      expect(await faultOf(rename(other, name))).toMatchObject({ kind: 'invalid' });
    }
    expect(await rename(id, NFC)).toMatchObject({ id, name: NFC });
  });
});

describe('the drafts of a campaign that is renamed', () => {
  it('keep it under its new name, however they wrote the old one, and say nothing else', async () => {
    const before = await create({ campaign_name: 'AUTUMN', topic: 'Onboarding' });
    const id = await assign({ campaign_name: 'Autumn' });
    const [byId, copy] = [await create({ campaign_id: id }), await clone(before.id)];
    await rename(id, 'Winter "27"');
    const campaign = { id, name: 'Winter "27"' };
    for (const draft of [before, byId, copy]) {
      expect(await read(draft.id)).toEqual({ ...draft, campaign });
    }
    const renamed = await sizes();
    await update(byId.id, { language: 'en' });
    await update(byId.id, { language: '' });
    expect(await sizes()).toEqual(renamed);
  });

  it('keep it, whichever sigma ends its name', async () => {
    const id = await assign({ campaign_name: 'Πελάτες' });
    const [capitals, small] = [
      await create({ campaign_name: 'ΠΕΛΆΤΕΣ' }),
      await create({ campaign_name: 'πελάτες' }),
    ];
    for (const draft of [capitals, small]) expect(draft.campaign).toEqual({ id, name: 'Πελάτες' });
    await rename(id, 'Χρήστες');
    for (const draft of [capitals, small]) {
      expect(await read(draft.id)).toEqual({ ...draft, campaign: { id, name: 'Χρήστες' } });
    }
  });

  it('name it as it is written itself, from the beginning', async () => {
    const id = await assign({ campaign_name: 'Autumn' });
    const draft = await create({ campaign_name: 'aUTUMN' });
    expect(draft.campaign).toEqual({ id, name: 'Autumn' });
    expect(await read(draft.id)).toEqual(draft);
  });

  it('keep it when it is renamed again, or in its case alone', async () => {
    const id = await assign({ campaign_name: 'Autumn' });
    const draft = await create({ campaign_id: id });
    for (const name of ['Winter', 'WINTER', 'Winter', 'Winter', 'Autumn']) {
      await rename(id, name);
      expect((await read(draft.id)).campaign).toEqual({ id, name });
    }
  });

  it('are sent to it', async () => {
    const id = await assign({ campaign_name: 'Autumn' });
    const draft = await create({ campaign_id: id });
    await rename(id, 'Winter');
    const { campaign } = await read(draft.id);
    expect(await assign({ campaign_name: campaign?.name, draft_id: draft.id })).toBe(id);
    expect(await named()).toEqual(['Winter']);
  });

  it('have not changed since the beginning of a test run', async () => {
    const id = await assign({ campaign_name: 'Autumn' });
    const { id: draft_id } = await create({ campaign_id: id, topic: 'Onboarding' });
    await running.call(testRuns.calls.start, { draft_id }, admin);
    await rename(id, 'Winter');
    expect((await read(draft_id)).test_runs).toMatchObject([{ draft_changed_since_start: false }]);
  });

  it('are those of no other campaign and of no other project', async () => {
    const [id, other] = [
      await assign({ campaign_name: 'Autumn' }),
      await assign({ campaign_name: 'Spring' }),
    ];
    const stranger = anAdmin();
    const foreign = await assign({ campaign_name: 'Autumn' }, stranger);
    const stay = [
      await create({ campaign_id: other }),
      await create({ campaign_name: 'Autumn 2' }),
      await create({}),
    ];
    const theirs = await create({ campaign_id: foreign }, stranger);
    await rename(id, 'Winter');
    for (const draft of stay) expect(await read(draft.id)).toEqual(draft);
    expect(await read(theirs.id, stranger)).toEqual(theirs);
  });

  it('stay as they are when the new name is taken', async () => {
    const [id] = [await assign({ campaign_name: 'Autumn' }), await assign({ campaign_name: 'Winter' })];
    const draft = await create({ campaign_id: id });
    expect(await faultOf(rename(id, 'winter'))).toMatchObject({ kind: 'invalid' });
    expect(await faultOf(rename(randomUUID(), 'Spring'))).toMatchObject({ kind: 'not_found' });
    expect(await read(draft.id)).toEqual(draft);
  });

  it('keep it, however many they are', async () => {
    const id = await assign({ campaign_name: 'Autumn' });
    await create({ campaign_id: id });
    await running.session.rows(
      `INSERT INTO interviews.drafts
         (project_id, id, name, is_named, campaign_name, content, size, created_by_id, created_at, updated_at)
       SELECT project_id, gen_random_uuid(), n::text, true, campaign_name, content, size, created_by_id,
              created_at, updated_at
         FROM interviews.drafts, generate_series(1, 2000) n WHERE project_id = $1`,
      [admin.project?.id],
    );
    await rename(id, 'Winter');
    const { count, results } = await running.call(calls.list, { limit: 1_000 }, admin);
    expect(count).toBe(2_001);
    expect(results.every(({ campaign }) => campaign?.id === id && campaign.name === 'Winter')).toBe(true);
  });
});

describe('a draft that is written while its campaign is renamed', () => {
  it.each<[string, (campaignId: string) => Promise<InterviewDraft>]>([
    ['by its id', (campaign_id) => create({ campaign_id })],
    ['by its name', () => create({ campaign_name: 'autumn' })],
  ])('keeps it where it is new, and names it %s', async (_, write) => {
    const id = await assign({ campaign_name: 'Autumn' });
    const draft = await renameDuring(() => write(id), id, 'Winter');
    expect((await read(draft.id)).campaign).toEqual({ id, name: 'Winter' });
  });

  it('keeps it where it is moved there, and is in none where it is taken out of it', async () => {
    const campaign_id = await assign({ campaign_name: 'Autumn' });
    const { id } = await create({});
    await renameDuring(() => update(id, { campaign_id }), campaign_id, 'Winter');
    expect((await read(id)).campaign).toEqual({ id: campaign_id, name: 'Winter' });
    await renameDuring(() => update(id, { campaign_id: null }), campaign_id, 'Spring');
    expect((await read(id)).campaign).toBeNull();
  });

  it('keeps it where it is a clone', async () => {
    const campaign_id = await assign({ campaign_name: 'Autumn' });
    const { id } = await create({ campaign_id });
    const copy = await renameDuring(() => clone(id), campaign_id, 'Winter');
    for (const draft of [copy.id, id]) {
      expect((await read(draft)).campaign).toEqual({ id: campaign_id, name: 'Winter' });
    }
  });

  it('keeps it or is sent once, whatever else happens, and nobody waits for ever', async () => {
    const id = await assign({ campaign_name: 'Autumn' });
    const other = { ...aViewerBeside(admin), project: admin.project };
    for (let round = 0; round < 8; round += 1) {
      const made = await Promise.all(Array.from({ length: 6 }, () => create({ campaign_id: id })));
      const outcomes = await Promise.all(
        [
          ...made.map(({ id: draft_id }) => update(draft_id, { campaign_id: id, topic: `Topic ${round}` })),
          ...made.map((draft) => clone(draft.id)),
          ...made.slice(0, 3).map(({ id: draft_id }) => assign({ draft_id, campaign_id: id })),
          create({ campaign_id: id }, other),
          rename(id, `Winter ${round}`),
          rename(id, `Summer ${round}`),
        ].map((call) => outcomeOf(call)),
      );
      const failed = outcomes.filter((outcome) => Object(outcome).answered === undefined);
      expect(failed.filter((outcome) => Object(outcome).kind !== 'not_found')).toEqual([]);
      const [name] = await named();
      const { results } = await running.call(calls.list, { limit: 1_000 }, admin);
      expect(results.filter(({ campaign }) => campaign?.id !== id || campaign.name !== name)).toEqual([]);
    }
    expect(await named()).toHaveLength(1);
  });
});
