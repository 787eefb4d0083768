import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { aDraft } from './draft.builder.ts';
import { NO_CONTENT } from './draft-content.ts';
import type { Draft, DraftChanges } from './draft.entity.ts';

const NOON = new Date('2026-11-21T12:00:00.000Z');

/** Changes some fields of a draft, and returns whether anything differs. */
function change(draft: Draft, changes: Partial<DraftChanges>): boolean {
  return draft.change({ campaign: undefined, ...changes }, NOON);
}

const topic = (title: string, id?: string | null) => ({
  title,
  description: '',
  skill_id: '',
  ...(id === undefined ? {} : { id }),
});
const idsOf = ({ content }: Draft): string[] => content.topics.map(({ id }) => id);

describe('a draft', () => {
  it('may be empty', () => {
    expect(aDraft()).toMatchObject({ name: 'Untitled draft', campaignName: null, content: NO_CONTENT });
  });

  it('keeps absent fields, and empties those that are null', () => {
    const draft = aDraft({
      topic: 'Onboarding',
      questions: ['Why?'],
      reminder_max_count: 9,
      campaign: 'Autumn',
    });
    change(draft, { questions: null, reminder_max_count: null });
    expect(draft.content).toEqual({ ...NO_CONTENT, topic: 'Onboarding' });
    expect(draft.campaignName).toBe('Autumn');
    change(draft, { campaign: null });
    expect(draft.campaignName).toBeNull();
  });

  it('gives its times in UTC', () => {
    const { content } = aDraft({ scheduled_send_at: '2026-12-01T09:00:00+01:00' });
    expect(content.scheduled_send_at).toBe('2026-12-01T08:00:00.000Z');
  });

  it('changes its time only when something differs, and then always to a later one', () => {
    const later = new Date('2026-11-21T13:00:00.000Z');
    const draft = aDraft({ topic: 'Onboarding' }, { createdAt: later });
    expect(change(draft, { topic: 'Onboarding', name: '' })).toBe(false);
    expect(draft.updatedAt).toEqual(later);
    expect(change(draft, { topic: 'Leaving' })).toBe(true);
    expect(draft.updatedAt).toEqual(new Date(later.getTime() + 1));
  });

  it.each<Partial<DraftChanges>>([{ name: 'Mine' }, { name: null }, { campaign: 'Autumn' }])(
    'differs by %j alone',
    (changes) => {
      const draft = aDraft({ topic: 'Onboarding', name: 'Onboarding' });
      expect([change(draft, changes), change(draft, changes)]).toEqual([true, false]);
    },
  );

  it('has the size of what it says, up to 1 MiB', () => {
    const draft = aDraft();
    const before = draft.size;
    change(draft, { custom_focus: 'üü' });
    expect(draft.size).toBe(before + 4);
    const emails = Array.from({ length: 1_000 }, (_, n) => `${n}@${'x'.repeat(1_100)}.test`);
    expect(() => change(draft, { invite_emails: emails })).toThrow('A draft may contain at most 1 MiB');
  });
});

describe('the name of a draft', () => {
  it('follows the topic until one is given, and again when that is removed', () => {
    const draft = aDraft({ topic: 'Onboarding\nof customers' });
    expect(draft.name).toBe('Onboarding');
    change(draft, { topic: 'Leaving' });
    expect(draft.name).toBe('Leaving');
    change(draft, { name: 'Mine' });
    change(draft, { topic: 'Staying' });
    expect(draft.name).toBe('Mine');
    for (const name of ['', null]) {
      change(draft, { name: 'Mine' });
      change(draft, { name });
      expect(draft.name).toBe('Staying');
    }
    change(draft, { topic: '  ' });
    expect(draft.name).toBe('Untitled draft');
  });
});

describe('the topics of a draft', () => {
  it('keep their ids where they are sent, in any order and case', () => {
    const draft = aDraft({ topics: [topic('One'), topic('Two')] });
    const [one = '', two = ''] = idsOf(draft);
    change(draft, { topics: [topic('Two', two), topic('New'), topic('Uno', one.toUpperCase())] });
    expect(draft.content.topics).toMatchObject([
      { id: two, title: 'Two' },
      { title: 'New' },
      { id: one, title: 'Uno' },
    ]);
  });

  it('keep their ids where they are sent without, if they say the same', () => {
    const draft = aDraft({ topics: [topic('One'), topic('Two'), topic('One')] });
    const [one = '', two = '', again = ''] = idsOf(draft);
    change(draft, { topics: [topic('One', null), topic('One', one), topic('Other'), topic('Two')] });
    expect(idsOf(draft)).toEqual([again, one, expect.any(String), two]);
    expect(new Set(idsOf(draft)).size).toBe(4);
  });

  it('keep none where they say something else, or come with the id of another topic', () => {
    const draft = aDraft({ topics: [topic('One'), topic('One')] });
    const [one, again] = idsOf(draft);
    change(draft, { topics: [topic('One'), topic('One')] });
    expect(idsOf(draft)).toEqual([one, again]);
    change(draft, { topics: [topic('One')] });
    expect(idsOf(draft)).toEqual([one]);
    for (const other of [
      { ...topic('One'), description: 'Why?' },
      { ...topic('One'), skill_id: 'selling' },
      topic('One', again),
    ]) {
      change(draft, { topics: [topic('One')] });
      const [before] = idsOf(draft);
      change(draft, { topics: [other] });
      expect(idsOf(draft)).not.toEqual([before]);
    }
  });

  it('have no id of another draft, and none twice', () => {
    const foreign = randomUUID();
    const draft = aDraft({ topics: [topic('One', foreign), topic('Two', null)] });
    const [one = ''] = idsOf(draft);
    change(draft, { topics: [topic('One', one), topic('Again', one)] });
    expect(idsOf(draft)[0]).toBe(one);
    expect(new Set([foreign, ...idsOf(draft)]).size).toBe(3);
  });
});

describe('a copy of a draft', () => {
  it('says the same, with topics of its own, and goes on following its topic', () => {
    const draft = aDraft({ topic: 'Onboarding', topics: [topic('One')], campaign: 'Autumn' });
    const made = { projectId: draft.projectId, createdById: randomUUID(), createdAt: NOON };
    const copy = draft.copy(made);
    expect(copy).toMatchObject({ ...made, updatedAt: NOON, name: 'Onboarding', campaignName: 'Autumn' });
    expect(copy.content).toEqual({ ...draft.content, topics: [{ ...topic('One'), id: expect.any(String) }] });
    expect(idsOf(copy)).not.toEqual(idsOf(draft));
    expect(copy.id).not.toBe(draft.id);
    change(copy, { topic: 'Leaving' });
    expect([copy.name, draft.name]).toEqual(['Leaving', 'Onboarding']);
  });
});
