import { describe, expect, it } from '@jest/globals';
import { assignmentOf, bodyOf } from './assignment.ts';

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
});
