import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  type Caller,
  type Interview,
  MOST_TEXTS,
  campaigns,
  imports,
  interviewFeed,
  interviewImportFailed,
  interviewImported,
  interviews,
} from '@pks/contracts';
import { inProject } from '@pks/platform';
import { type Fields, faultOf } from '@pks/testing';
import { eventually } from '@pks/testing/black-box';
import { TranscriptParser } from '../src/imports/parsing/transcript-parser.ts';
import { TranscriptParsing } from '../src/imports/transcript-parsing.ts';
import {
  type RunningInterviews,
  NOT_FOUND,
  aViewerBeside,
  anAdmin,
  runningInterviews,
} from './running-interviews.ts';

const { calls } = interviews;
const SECRET = 'Only the raw transcript says this';

let running: RunningInterviews;
let admin: Caller;

beforeAll(async () => {
  running = await runningInterviews();
});
afterAll(() => running.stop());
beforeEach(() => {
  admin = anAdmin();
});
afterEach(() => void jest.restoreAllMocks());

const importing = (fields: Fields): Promise<Interview> => running.call(imports.calls.create, fields, admin);
const get = (interview_id: string): Promise<Interview> => running.call(calls.get, { interview_id }, admin);
const feed = () => running.call(interviewFeed.calls.list, {}, admin);

function aMeeting(fields: Fields): Fields {
  return {
    meeting_id: randomUUID(),
    platform: 'zoom',
    participants: [],
    duration_ms: 60_000,
    started_at: '2026-02-28T12:00:00.000Z',
    url: 'https://zoom.test/1',
    ...fields,
  };
}

/** The interview once its transcript is parsed. */
async function parsed({ id }: Interview): Promise<Interview> {
  await eventually(
    'the transcript is parsed',
    async () => (await get(id)).import_info?.import_status !== 'parsing',
  );
  return get(id);
}

function transcripts(): Promise<readonly object[]> {
  const kept = 'SELECT attempts FROM interviews.transcripts WHERE project_id = $1';
  return running.session.rows(kept, [admin.project?.id]);
}

/** Holds the next parsing until the returned function is called, with an error to fail it. */
function hold(): (outcome?: Error) => void {
  const parser = running.get(TranscriptParser);
  const gate = Promise.withResolvers<undefined>();
  const parse = parser.parse.bind(parser);
  jest.spyOn(parser, 'parse').mockImplementationOnce(async (...given) => {
    await gate.promise;
    return parse(...given);
  });
  return (error) => (error ? gate.reject(error) : gate.resolve(undefined));
}

/** The first words of the transcripts whose parsing has begun, in order; the first `held` of them wait until they are released. */
function begun(held: number): { readonly names: readonly string[]; readonly release: () => void } {
  const parser = running.get(TranscriptParser);
  const [gate, names] = [Promise.withResolvers<undefined>(), [] as string[]];
  const parse = parser.parse.bind(parser);
  jest.spyOn(parser, 'parse').mockImplementation(async (content, ...others) => {
    names.push(content.slice(0, content.indexOf(':')));
    if (names.length <= held) await gate.promise;
    return parse(content, ...others);
  });
  return { names, release: () => gate.resolve(undefined) };
}

const EXAMPLES: readonly (readonly [string, string])[] = [
  ['text', '[00:01] Interviewer: Why?\nAna: So.\nThat is all.'],
  [
    'WebVTT',
    `WEBVTT\n\nNOTE ${SECRET}\n\n00:00.000 --> 00:01.000\n<v Interviewer>Why?\n\n00:01.000 --> 00:02.000\n<v Ana>So.\n\n00:02.000 --> 00:03.000\n<v Ana>That is all.`,
  ],
  [
    'SRT',
    `${SECRET}\n00:00:00,000 --> 00:00:01,000\nInterviewer: Why?\n\n2\n00:00:01,000 --> 00:00:02,000\nAna: So.\nThat is all.`,
  ],
  [
    'JSON',
    JSON.stringify({
      secret: SECRET,
      segments: [
        { speaker: 'Interviewer', text: 'Why?' },
        { speaker: 'Ana', text: 'So.\nThat is all.' },
      ],
    }),
  ],
];
const ROLES = [
  { role: 'assistant', name: 'Eva', content: 'Why?' },
  { role: 'user', name: 'Ana', content: 'So.' },
];

describe('a search through transcripts', () => {
  it('compares the newest ones where too many texts match, or none can be looked up, and says so', async () => {
    const older = await parsed(await importing({ name: 'Old', transcript: 'Ana: The usual refund.' }));
    const said = Array.from({ length: MOST_TEXTS + 1 }, () => 'Ben: A refund.').join('\n');
    const long = await parsed(await importing({ name: 'New', transcript: said }));
    const found = async (text: string) => {
      const { results, ...counted } = await running.call(calls.list, { text }, admin);
      return { ...counted, ids: results.map(({ id }) => id) };
    };
    expect(await found('USUAL')).toEqual({ count: 1, ids: [older.id] });
    expect(await found('us')).toEqual({ count: 0, count_is_minimum: true, ids: [] });
    const [refund, fu] = [await found('refund'), await found('fu')];
    expect(refund).toMatchObject({ count: refund.ids.length, count_is_minimum: true });
    expect(refund.ids[0]).toBe(long.id);
    expect(fu).toEqual({ count: 1, count_is_minimum: true, ids: [long.id] });
    await running.call(calls.remove, { interview_id: long.id }, admin);
    expect(await found('us')).toEqual({ count: 1, ids: [older.id] });
  });
});

describe('an import', () => {
  it('takes turns with those of other projects', async () => {
    const { names, release } = begun(2);
    for (const name of ['A', 'B', 'C', 'D', 'E']) await importing({ transcript: `${name}: So.` });
    await eventually('as many as can be are under way', () => Promise.resolve(names.length === 2));
    admin = anAdmin();
    const other = await importing({ transcript: 'Other: So.' });
    release();
    await parsed(other);
    expect(names.slice(2, 4)).toContain('Other');
    await eventually('nothing waits any more', () => Promise.resolve(names.length === 6));
  });

  it('is parsed later, and shows nothing of the transcript before', async () => {
    const release = hold();
    const made = await importing({
      transcript: 'Ben: Hello.',
      name: ' Onboarding ',
      participants: ['Ana', 'Ben'],
      interview_date: '2026-02-28',
      campaign_name: 'Autumn',
      meeting_info: {
        meeting_id: randomUUID().toUpperCase(),
        platform: 'zoom',
        participants: [{ id: '1', name: 'Ben', is_host: true }],
        duration_ms: 60_000,
        started_at: '2026-02-28T12:00:00+01:00',
        url: 'https://zoom.test/1',
      },
    });
    expect(made).toMatchObject({
      type: 'imported-interview',
      name: 'Onboarding',
      status: null,
      created_by: admin.user_id,
      created_by_email: admin.email,
      ...{ assigned_to: null, assigned_to_email: '', is_pending_invite: false },
      ...{ assigned_by: admin.user_id, assigned_by_email: admin.email },
      import_info: {
        import_status: 'parsing',
        participants: ['Ana', 'Ben'],
        interview_date: '2026-02-28',
        error: null,
      },
      meeting_info: { platform: 'zoom', started_at: '2026-02-28T11:00:00.000Z' },
      campaign: { name: 'Autumn' },
      type_additional_parameters: {},
      chat_history: [],
      message_count: 0,
    });
    expect(JSON.stringify(made)).not.toContain('Hello');
    expect(await feed()).toMatchObject({ count: 1, status_counts: { none: 1 } });
    release();
    expect(await parsed(made)).toMatchObject({
      status: 'completed',
      import_info: { import_status: 'completed', participants: ['Ana', 'Ben'] },
      chat_history: [{ role: 'assistant', content: 'Ben: Hello.' }],
    });
    expect(await feed()).toMatchObject({
      count: 1,
      results: [{ campaign: { interview_count: 1, completed_count: 1 } }],
      status_counts: { completed: 1 },
    });
  });

  it.each(EXAMPLES)('of a transcript as %s is completed with its entries', async (_, transcript) => {
    const made = await importing({ transcript });
    const read = await parsed(made);
    expect(read).toMatchObject({
      name: 'Imported interview',
      status: 'completed',
      import_info: { import_status: 'completed', participants: ['Interviewer', 'Ana'] },
      chat_history: [
        { role: 'assistant', content: 'Why?', type: 'message', topic_index: null },
        { role: 'user', content: expect.stringMatching(/^So\.\sThat is all\.$/) },
      ],
      message_count: 2,
      first_message_preview: 'Why?',
      chat_memory: { summary: read.chat_history.map(({ content }) => content).join('\n') },
    });
    expect(JSON.stringify(read)).not.toContain(SECRET);
    expect(await transcripts()).toEqual([]);
    expect((await feed()).status_counts).toEqual({ completed: 1 });
    const [event, ...others] = await running.events(interviewImported.subject, admin);
    expect(event).toMatchObject({ interview_id: made.id, name: made.name, imported_by: admin.user_id });
    expect(others).toEqual([]);
    expect(await running.call(calls.list, { text: 'that is ALL', status: 'completed' }, admin)).toMatchObject(
      {
        count: 1,
      },
    );
  });

  it('of JSON whose speakers have a name and a role keeps both', async () => {
    expect(await parsed(await importing({ transcript: JSON.stringify(ROLES) }))).toMatchObject({
      import_info: { participants: ['Eva', 'Ana'] },
      chat_history: [
        { role: 'assistant', content: 'Why?' },
        { role: 'user', content: 'So.' },
      ],
    });
  });

  it('is read with the names that it gives, however they are written', async () => {
    const transcript = 'Smith, John: Why?\nthe "Captain" [Sales]: So.';
    const meeting_info = aMeeting({ participants: [{ id: '1', name: 'Smith, John', is_host: true }] });
    const participants = ['The "Captain" [Sales]'];
    expect(await parsed(await importing({ transcript, participants, meeting_info }))).toMatchObject({
      import_info: { participants },
      chat_history: [
        { role: 'assistant', content: 'Why?' },
        { role: 'user', content: 'So.' },
      ],
    });
  });

  it.each([
    ['{"a": 1}', 'The JSON has no list of entries'],
    ['WEBVTT\n\n00:00.000 --> 00:01.000\n', 'The transcript has no text.'],
    ['Ana: Hi\n'.repeat(10_001), 'The transcript has more than 10,000 entries.'],
  ])('of what cannot be read fails (%#)', async (transcript, sentence) => {
    const made = await importing({ transcript, campaign_name: 'Autumn' });
    expect(await parsed(made)).toMatchObject({
      status: null,
      import_info: { import_status: 'failed', error: expect.stringContaining(sentence) },
      chat_history: [],
    });
    expect(await transcripts()).toEqual([]);
    expect((await feed()).status_counts).toEqual({ none: 1 });
    expect(await running.events(interviewImported.subject, admin)).toEqual([]);
    expect(await running.events(interviewImportFailed.subject, admin)).toMatchObject([
      { interview_id: made.id, imported_by: admin.user_id, error: expect.stringContaining(sentence) },
    ]);
  });

  it('may have 4 MB', async () => {
    const turn = `Ana: ${'So it goes. '.repeat(900)}\nHost: ${'Is it so? '.repeat(900)}\n`;
    const transcript = turn.repeat(Math.floor(4_000_000 / turn.length));
    const read = await parsed(await importing({ transcript }));
    expect(read).toMatchObject({ status: 'completed', message_count: read.chat_history.length });
    const length = read.chat_history.reduce((sum, { content }) => sum + content.length, 0);
    expect(length).toBeGreaterThan(3_900_000);
    expect(read.chat_memory.summary).toHaveLength(1_000);
    expect(read.first_message_preview).toHaveLength(200);
    expect(await faultOf(importing({ transcript: 'a'.repeat(4_000_001) }))).toMatchObject({
      fields: { transcript: ['Ensure this field has no more than 4000000 characters.'] },
    });
  });

  it('takes effect once under an idempotency key', async () => {
    const key = { key: randomUUID(), fingerprint: 'a'.repeat(64), operation: 'POST /interviews/import/' };
    const request = { transcript: 'Ana: Hello.' };
    const first = await running.call(imports.calls.create, request, admin, key);
    expect(await running.call(imports.calls.create, request, admin, key)).toEqual(first);
    await parsed(first);
    expect((await feed()).count).toBe(1);
  });

  it.each([
    ['interview_date', '0000-01-01', 'Enter a valid date, as YYYY-MM-DD.'],
    ['interview_date', '2026-02-29', 'Enter a valid date, as YYYY-MM-DD.'],
    ['interview_date', '2026-02-28T12:00:00Z', 'Enter a valid date, as YYYY-MM-DD.'],
    ['format', 'docx', '"docx" is not a valid choice.'],
    ['transcript', ' ', 'This field may not be blank.'],
  ])('is refused for its %s %s', async (field, value, sentence) => {
    expect(await faultOf(importing({ transcript: 'Ana: Hi', [field]: value }))).toMatchObject({
      fields: { [field]: [sentence] },
    });
  });

  it('says at most 16 KiB about who took part', async () => {
    const participants = Array.from({ length: 90 }, () => 'p'.repeat(150));
    expect(await importing({ transcript: 'Ana: Well.', participants })).toMatchObject({
      import_info: { participants },
    });
    const meeting_info = aMeeting({ url: `https://zoom.test/${'u'.repeat(16_000)}` });
    expect(await importing({ transcript: 'Ana: Well.', meeting_info })).toMatchObject({ meeting_info });
    const longer = participants.map((name) => name.repeat(2).slice(0, 200));
    for (const fields of [{ participants: longer }, { participants, meeting_info }])
      expect(await faultOf(importing({ transcript: 'Ana: Well.', ...fields }))).toMatchObject({
        fields: {
          participants: ['`participants` and `meeting_info` may take 16 KiB together: shorten them.'],
        },
      });
  });

  it('is for admins', async () => {
    const ben = aViewerBeside(admin);
    expect(await faultOf(running.call(imports.calls.create, { transcript: 'a' }, ben))).toMatchObject({
      kind: 'forbidden',
    });
  });
});

describe('while a transcript is parsed', () => {
  it('its interview can be deleted, and the counts stay right', async () => {
    const release = hold();
    const { id: interview_id } = await importing({ transcript: 'Ana: Hello.', campaign_name: 'Autumn' });
    await eventually('its parsing has begun', async () => hasAttempts(await transcripts(), 1));
    await running.call(calls.remove, { interview_id }, admin);
    release();
    await finished(interview_id);
    expect(await faultOf(get(interview_id))).toEqual(NOT_FOUND);
    expect(await transcripts()).toEqual([]);
    expect(await feed()).toEqual({ count: 0, results: [], status_counts: {} });
    expect(await running.call(campaigns.calls.list, {}, admin)).toMatchObject({
      results: [{ interview_count: 0 }],
    });
    expect(await running.events(interviewImported.subject, admin)).toEqual([]);
  });

  it('the service may die ten times; then it is given up', async () => {
    const release = hold();
    const made = await importing({ transcript: 'Ana: Hello.' });
    await eventually('its parsing has begun', async () => hasAttempts(await transcripts(), 1));
    await running.session.rows('UPDATE interviews.transcripts SET attempts = 10 WHERE interview_id = $1', [
      made.id,
    ]);
    await parseAgain(made);
    release();
    await finished(made.id);
    expect(await get(made.id)).toMatchObject({
      status: null,
      import_info: { import_status: 'failed', error: 'The transcript could not be read.' },
      chat_history: [],
    });
    expect(await running.events(interviewImported.subject, admin)).toEqual([]);
  });

  it('what says nothing about it causes a retry', async () => {
    const release = hold();
    const made = await importing({ transcript: 'Ana: Hello.' });
    release(new Error('There is no process left.'));
    expect(await parsed(made)).toMatchObject({ status: 'completed' });
  });
});

function hasAttempts(rows: readonly object[], attempts: number): boolean {
  return rows.some((row) => 'attempts' in row && row.attempts === attempts);
}

/** Does the job of an import as another process would after this one has died. */
function parseAgain({ id: interview_id }: Interview): Promise<void> {
  const project_id = admin.project?.id ?? '';
  const job = { id: randomUUID(), attempt: 2, signal: new AbortController().signal };
  return inProject(project_id, () =>
    running.get(TranscriptParsing).work({ ...job, payload: { project_id, interview_id } }),
  );
}

async function finished(interviewId: string): Promise<void> {
  const done = `SELECT 1 FROM interviews_jobs.job
                 WHERE name = 'transcript-parsing' AND data->>'interview_id' = $1 AND state = 'completed'`;
  await eventually(
    'its job is done',
    async () => (await running.session.rows(done, [interviewId])).length > 0,
  );
}
