import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '@pks/client';
import { withEmail } from '../../ui/emails.ts';
import { localTime } from '../../ui/local-time.ts';
import { assignmentOf, bodyOf, changedTo, draftBodyOf } from './assignment.ts';

const blank = assignmentOf(undefined);

describe('an interview that is being prepared', () => {
  it('has its lines as questions, or as the topics of a guided one', () => {
    const lines = 'Who decides?\n\n  What is missing? ';
    expect(bodyOf({ ...blank, topic: 'Prices', lines })).toMatchObject({
      questions: ['Who decides?', 'What is missing?'],
      topics: [],
    });
    expect(bodyOf({ ...blank, topic: 'Prices', lines, kind: 'guided-interview' })).toMatchObject({
      questions: [],
      topics: [{ title: 'Who decides?' }, { title: 'What is missing?' }],
    });
  });

  it('takes addresses with any separator', () => {
    const { invite_emails } = bodyOf({ ...blank, emails: 'a@x.test, b@x.test;c@x.test\n' });
    expect(invite_emails).toEqual(['a@x.test', 'b@x.test', 'c@x.test']);
  });

  it('says nothing of what was left empty', () => {
    expect(Object.keys(bodyOf(blank))).not.toEqual(expect.arrayContaining(['name']));
    expect(bodyOf({ ...blank, campaign: 'Spring' })).toMatchObject({ campaign_name: 'Spring' });
  });

  it('clears in a draft what was emptied, and keeps its ids and descriptions of topics', () => {
    const topic = { id: 't1', title: 'Prices', description: 'Of last year', skill_id: '' };
    const kept = { ...blank.kept, topics: [topic] };
    const given = { ...blank, kind: 'guided-interview', lines: 'Prices\nOther', kept } as const;
    expect(draftBodyOf(given)).toMatchObject({
      name: null,
      campaign_name: null,
      topics: [topic, { title: 'Other' }],
    });
    expect(bodyOf(given)).toMatchObject({
      topics: [{ title: 'Prices', description: 'Of last year' }, { title: 'Other' }],
    });
  });

  describe('that a draft has', () => {
    const draft: Schemas['InterviewDraft'] = {
      id: 'd1',
      name: 'Prices',
      topic: 'Prices',
      interview_type: 'interview',
      questions: [],
      topics: [],
      assignee_ids: [],
      invite_emails: [],
      language: '',
      custom_message: '',
      custom_focus: '',
      scheduled_send_at: null,
      reminders_enabled: true,
      reminder_start_after_days: 4,
      reminder_interval_days: 5,
      reminder_max_count: 6,
      campaign: null,
      test_runs: [],
      source_session: null,
      created_by: 'u1',
      created_by_email: 'a@x.test',
      created_at: '2026-11-01T08:00:00.000Z',
      updated_at: '2026-11-01T08:00:00.000Z',
    };
    const topics = [
      { id: 't1', title: 'Prices', description: 'Of last year', skill_id: 's1' },
      { id: 't2', title: 'Prices', description: 'Of this year', skill_id: 's2' },
      { id: 't3', title: ' Crew\nand watches ', description: 'At night', skill_id: '' },
    ];
    const questions = ['Who decides?\n\n- on deck\n- below ', ' And who pays? '];

    it('has all that the draft says, and says it again', () => {
      const said = {
        name: 'Prices of next year',
        topic: 'Prices',
        assignee_ids: ['u1', 'u2'],
        invite_emails: ['a@x.test', 'b@x.test'],
        language: 'de-AT',
        custom_message: 'By Friday, please.',
        custom_focus: 'Ask for numbers.',
        reminders_enabled: false,
      };
      const given = assignmentOf({ ...draft, ...said });
      expect(bodyOf(given)).toMatchObject(said);
      expect(draftBodyOf(given)).toMatchObject(said);
      expect(bodyOf(given)).not.toHaveProperty('reminder_max_count');
    });

    it.each([
      ['the first line of its topic', 'Prices', 'Prices\nof next year'],
      ['the beginning of that', 'Prices of n…', 'Prices of next year'],
      ['what a draft without a topic is called', 'Untitled draft', ' '],
    ])('has no name of its own where that is %s', (_which, name, topic) => {
      expect(draftBodyOf(assignmentOf({ ...draft, name, topic }))).toMatchObject({ name: null });
    });

    it('has no name and no language of blanks', () => {
      const given = { ...assignmentOf(draft), name: ' ', language: ' ' };
      expect(draftBodyOf(given)).toMatchObject({ name: null, language: null });
      const blanks = { name: ' Fares ', language: ' de ' };
      expect(bodyOf({ ...given, ...blanks })).toMatchObject({ name: 'Fares', language: 'de' });
    });

    it('has the questions of the draft as they are, also those with several lines', () => {
      const given = assignmentOf({ ...draft, questions, topics });
      expect(bodyOf(given)).toMatchObject({ questions, topics: [] });
      expect(draftBodyOf(given)).toMatchObject({ questions, topics });
      const lines = `How?\n${given.lines}`.replace('who pays', 'what else');
      expect(bodyOf({ ...given, lines }).questions).toEqual(['How?', questions[0], 'And what else?']);
      const cut = given.lines.replace('- below', '');
      expect(bodyOf({ ...given, lines: cut }).questions).toEqual(['Who decides?', '- on deck', questions[1]]);
    });

    it('has the topics of the draft, each once, and its questions beside them', () => {
      const given = assignmentOf({ ...draft, interview_type: 'guided-interview', questions, topics });
      expect(draftBodyOf(given)).toMatchObject({ questions, topics });
      const [first, second, third] = topics.map(({ id: _id, ...topic }) => topic);
      expect(bodyOf(given)).toMatchObject({ questions, topics: [first, second, third] });
      const lines = `${given.lines}\nPrices\nFuel`;
      expect(draftBodyOf({ ...given, lines })).toMatchObject({
        questions,
        topics: [...topics, { title: 'Prices' }, { title: 'Fuel' }],
      });
      expect(bodyOf({ ...given, lines: 'Fuel', kind: 'interview' })).toMatchObject({
        questions: ['Fuel'],
        topics: [],
      });
    });

    it('has of several questions that begin alike the one of which all lines are there', () => {
      const alike = ['A?', 'A?\nmore'];
      const given = assignmentOf({ ...draft, questions: alike });
      expect(bodyOf({ ...given, lines: 'A?\nmore' }).questions).toEqual(['A?\nmore']);
      expect(bodyOf({ ...given, lines: `${given.lines}\nB?` }).questions).toEqual([...alike, 'B?']);
      const inAnyOrder = ['A?', 'more', 'A?\nmore'];
      expect(bodyOf(assignmentOf({ ...draft, questions: inAnyOrder })).questions).toEqual(inAnyOrder);
    });

    it('has its own questions or topics when its type is changed, and keeps the others beside them', () => {
      const guided = assignmentOf({ ...draft, interview_type: 'guided-interview', questions, topics });
      const free = { ...guided, ...changedTo('interview', guided) };
      expect(draftBodyOf(free)).toMatchObject({ interview_type: 'interview', questions, topics });
      expect(bodyOf(free)).toMatchObject({ questions, topics: [] });
      const again = { ...free, ...changedTo('guided-interview', free) };
      expect(draftBodyOf(again)).toMatchObject({ interview_type: 'guided-interview', questions, topics });
    });

    it('has the lines that were edited, or all that there are, also of another type', () => {
      const guided = assignmentOf({ ...draft, interview_type: 'guided-interview', questions, topics });
      const edited = { ...guided, lines: 'Fuel' };
      const free = { ...edited, ...changedTo('interview', edited) };
      expect(draftBodyOf(free)).toMatchObject({ questions: ['Fuel'], topics: [] });
      const bare = assignmentOf({ ...draft, interview_type: 'guided-interview', topics: topics.slice(0, 1) });
      const asked = { ...bare, ...changedTo('interview', bare) };
      expect(draftBodyOf(asked)).toMatchObject({ questions: ['Prices'], topics: [] });
    });

    it("has the service's own number of reminders where it was cleared, while there are any", () => {
      const given = { ...assignmentOf(draft), remindAfter: '', remindMost: '2' };
      const numbers = { reminder_start_after_days: null, reminder_interval_days: 5, reminder_max_count: 2 };
      expect(draftBodyOf(given)).toMatchObject(numbers);
      expect(bodyOf(given)).not.toHaveProperty('reminder_start_after_days');
      expect(draftBodyOf({ ...given, reminds: false })).not.toHaveProperty('reminder_start_after_days');
    });
  });

  it('names the campaign of its draft by its id, until another one is written', () => {
    const kept = { ...blank.kept, campaign: { id: 'c1', name: 'Spring' } };
    const given = { ...blank, campaign: 'Spring', kept };
    expect(bodyOf(given)).toMatchObject({ campaign_id: 'c1' });
    expect(bodyOf(given)).not.toHaveProperty('campaign_name');
    expect(draftBodyOf(given)).toMatchObject({ campaign_id: 'c1', campaign_name: null });
    expect(draftBodyOf({ ...given, campaign: 'Summer' })).toMatchObject({
      campaign_id: null,
      campaign_name: 'Summer',
    });
    expect(draftBodyOf({ ...given, campaign: '' })).toMatchObject({ campaign_id: null, campaign_name: null });
    const unmade = { ...blank.kept, campaign: { id: null, name: 'Spring' } };
    expect(bodyOf({ ...given, kept: unmade })).toMatchObject({ campaign_name: 'Spring' });
  });

  it('is sent at once, or at a time of the device', () => {
    expect(bodyOf(blank)).not.toHaveProperty('scheduled_send_at');
    expect(draftBodyOf(blank)).toHaveProperty('scheduled_send_at', null);
    const scheduled_send_at = '2026-12-01T08:30:00.000Z';
    const given = { ...blank, sendAt: localTime(scheduled_send_at) };
    expect(bodyOf(given)).toMatchObject({ scheduled_send_at });
  });

  it('keeps the moment of its draft to the second, until another time is chosen', () => {
    const scheduled_send_at = '2026-12-01T08:30:12.345Z';
    const given = {
      ...blank,
      sendAt: localTime(scheduled_send_at),
      kept: { ...blank.kept, scheduled_send_at },
    };
    expect(draftBodyOf(given)).toMatchObject({ scheduled_send_at });
    const other = '2026-12-01T08:31:00.000Z';
    expect(draftBodyOf({ ...given, sendAt: localTime(other) })).toMatchObject({ scheduled_send_at: other });
    expect(draftBodyOf({ ...given, sendAt: '' })).toMatchObject({ scheduled_send_at: null });
  });

  it('asks whoever has not joined yet by their address, once', () => {
    expect(withEmail('a@x.test', 'B@x.test', true)).toBe('a@x.test, B@x.test');
    expect(withEmail('a@x.test, b@x.test', 'B@x.test', true)).toBe('a@x.test, B@x.test');
    expect(withEmail('a@x.test, b@x.test', 'B@x.test', false)).toBe('a@x.test');
  });
});
