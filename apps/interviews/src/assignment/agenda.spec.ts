import { describe, expect, it } from '@jest/globals';
import { AssignInterviews } from '@pks/contracts';
import { parserOf } from '@pks/platform';
import { faultOf } from '@pks/testing';
import { randomUUID } from 'node:crypto';
import { agendaOf } from './agenda.ts';

const REQUEST = { project_id: randomUUID(), topic: 'How customers are onboarded' };
const TOPICS = [{ title: 'First week' }];

function agenda(fields: object = {}, people = 1) {
  return agendaOf(parserOf(AssignInterviews).parse({ ...REQUEST, ...fields }), people);
}

describe('the agenda of an assignment', () => {
  it('has a name of its own, or one that is made from the topic', () => {
    expect(agenda().name).toBe('How customers are onboarded');
    expect(agenda({ name: ' Onboarding ' }).name).toBe('Onboarding');
    expect(agenda({ name: null }).name).toBe('How customers are onboarded');
  });

  it('has reminders only where they are wanted', () => {
    expect(agenda({ reminder_max_count: 9 }).reminders).toBeNull();
    expect(agenda({ reminders_enabled: true, reminder_max_count: 9 }).reminders).toEqual({
      startAfterDays: 3,
      intervalDays: 7,
      maxCount: 9,
    });
  });

  it('has open topics where it is guided, and needs one then', () => {
    expect(agenda({ interview_type: 'guided-interview', topics: TOPICS }).topics).toEqual([
      { title: 'First week', description: '', skill_id: '', status: 'open' },
    ]);
    expect(() => agenda({ interview_type: 'guided-interview' })).toThrow('needs at least one topic');
    expect(() => agenda({ topics: TOPICS })).toThrow('Only a guided interview has topics.');
  });

  it('has no language where a draft left it blank', () => {
    expect(agenda({ language: '' }).parameters.language).toBeNull();
    expect(agenda({ language: 'en' }).parameters.language).toBe('en');
  });

  it('has the time of its sending in UTC', () => {
    const sendAt = (scheduled_send_at: string | null) =>
      agenda({ scheduled_send_at }).parameters.scheduled_send_at;
    expect(sendAt('2027-01-01T00:00:00+02:00')).toBe('2026-12-31T22:00:00.000Z');
    expect(sendAt('2016-12-31T23:59:60Z')).toBe('2016-12-31T23:59:59.999Z');
    expect(sendAt(null)).toBeNull();
  });

  it('names its campaign in one way', () => {
    const both = { campaign_id: randomUUID(), campaign_name: 'Autumn' };
    expect(() => agenda(both)).toThrow('not by both');
    expect(() => agenda({ ...both, campaign_name: null })).not.toThrow();
  });

  it('is bounded together with the number of people', () => {
    const long = { questions: Array.from({ length: 100 }, () => 'x'.repeat(2_000)) };
    expect(() => agenda(long, 80)).not.toThrow();
    expect(() => agenda(long, 90)).toThrow('too large for so many people');
  });

  it.each<[string, object]>([
    ['assignee_ids', { assignee_ids: [randomUUID()] }],
    ['invite_emails', { invite_emails: ['eva@example.test'] }],
    ['invite_emails', { assignee_ids: [randomUUID()], invite_emails: ['eva@example.test'] }],
  ])('that is too large is refused for `%s`', async (field, people) => {
    const long = { ...people, questions: Array.from({ length: 100 }, () => 'x'.repeat(2_000)) };
    const refused = faultOf(Promise.resolve().then(() => agenda(long, 90)));
    expect(await refused).toMatchObject({ fields: { [field]: [expect.any(String)] } });
  });
});
