import { describe, expect, it } from '@jest/globals';
import { NotPossible } from '@pks/platform';
import { anImport, anInterview } from '../interviews/interview.builder.ts';
import type { Interview } from '../interviews/interview.entity.ts';
import { summarized } from './summarized-interview.ts';

const NOW = new Date('2026-11-22T10:00:00.000Z');

function aCompletedInterview(
  topic = 'How customers\nare onboarded',
  chatMemory: Interview['chatMemory'] = { summary: 'Sales calls.', covered_topics: [], facts: [] },
): Interview {
  return Object.assign(anInterview({ createdAt: NOW }, { topic }), { status: 'completed', chatMemory });
}

function aReadImport(): Interview {
  const imported = anImport();
  const chatMemory = { summary: 'Why?\nSo.', covered_topics: [], facts: [] };
  const read = { chatMemory, firstMessagePreview: 'Why?', messageCount: 2, participants: [] };
  imported.completeImport(read, NOW);
  return imported;
}

describe('an interview in short', () => {
  it('is its summary, with its topic on one line and whose it is', () => {
    const interview = aCompletedInterview();
    expect(summarized(interview)).toEqual({
      id: interview.id,
      name: 'Onboarding',
      topic: 'How customers are onboarded',
      summary: 'Sales calls.',
      created_by: interview.createdById,
      assigned_to: interview.assignedToId,
      updated_at: '2026-11-22T10:00:00.000Z',
    });
  });

  it('has no topic that is its name, and a short one', () => {
    expect(summarized(aCompletedInterview(' Onboarding\n')).topic).toBe('');
    expect(summarized(aCompletedInterview('😀'.repeat(300))).topic).toBe('😀'.repeat(200));
  });

  it('has the answers that are not in the summary', () => {
    const summary = 'Who calls?: Sales, twice.';
    const [covered_topics, facts] = [
      ['Who calls?', 'Who signs?'],
      ['Sales,\ntwice.', 'Legal.', 'Support.', ''],
    ];
    expect(summarized(aCompletedInterview('Topic', { summary, covered_topics, facts })).summary).toBe(
      'Who calls?: Sales, twice.\nWho signs?: Legal.\nSupport.',
    );
  });

  it('is the beginning of the transcript of an import, which nobody takes', () => {
    expect(summarized(aReadImport())).toMatchObject({
      name: 'Talk',
      topic: '',
      summary: 'Why?\nSo.',
      assigned_to: null,
    });
  });

  it('is refused before the interview is completed', () => {
    const interview = Object.assign(aCompletedInterview(), { status: 'in_progress' });
    expect(() => summarized(interview)).toThrow(new NotPossible('This interview is not completed.'));
  });
});
