import { describe, expect, it } from '@jest/globals';
import type { ChatEntry, Interview } from '@pks/contracts';
import { NotPossible } from '@pks/platform';
import { reportOf } from './interview-report.ts';

const DAY = '2026-10-03T09:00:00.000Z';

type Said = readonly [role: ChatEntry['role'], content: string, topic?: number, timestamp?: string];

const entries = (...said: readonly Said[]): readonly ChatEntry[] =>
  said.map(([role, content, topic_index = null, timestamp = DAY]) => ({
    id: '01900000-0000-7000-8000-000000000009',
    role,
    content,
    type: 'message',
    timestamp,
    topic_index,
  }));

function anInterview(overrides: Partial<Interview> = {}): Interview {
  return {
    id: '01900000-0000-7000-8000-000000000001',
    name: 'Onboarding',
    created_by: '01900000-0000-7000-8000-000000000002',
    created_by_email: 'ana@example.test',
    type: 'interview',
    assigned_to: '01900000-0000-7000-8000-000000000003',
    assigned_by: '01900000-0000-7000-8000-000000000002',
    assigned_to_email: 'ben@example.test',
    assigned_by_email: 'ana@example.test',
    is_pending_invite: false,
    import_info: null,
    meeting_info: null,
    status: 'completed',
    campaign: null,
    first_message_preview: '',
    message_count: 2,
    created_at: DAY,
    updated_at: DAY,
    type_additional_parameters: { topic: 'How customers\nare onboarded' },
    chat_history: entries(['assistant', 'Who calls?'], ['user', 'Sales.']),
    chat_memory: { summary: 'Sales calls.', covered_topics: [], facts: [] },
    local_documents: [],
    topics: [],
    write_scope: 'global',
    reminders_stopped_at: null,
    ...overrides,
  };
}

const markdownOf = async (overrides: Partial<Interview>): Promise<string> =>
  (await reportOf(anInterview(overrides))).markdown;

describe('the report of an interview', () => {
  it('says who was interviewed, when and about what, then what was said', async () => {
    expect(await reportOf(anInterview())).toEqual({
      id: '01900000-0000-7000-8000-000000000001',
      type: 'interview',
      name: 'Onboarding',
      markdown: `## Interview: Onboarding

- Interviewed: ben@example.test
- Date: 2026-10-03 (UTC)
- Topic: How customers are onboarded

### Summary

> Sales calls.

### Conversation

**Interviewer:**

> Who calls?

**Interviewee:**

> Sales.
`,
    });
  });

  it('is divided by the topics of a guided one', async () => {
    const topics = ['Contract', 'Support'].map((title) => ({
      title,
      description: '',
      status: 'covered' as const,
      skill_id: '',
    }));
    const chat_history = entries(
      ['assistant', 'Hello.'],
      ['assistant', 'Who signs?', 0],
      ['user', 'Legal.', 0],
      ['assistant', 'Who helps?', 1],
      ['user', 'We do.', 1, '2026-10-05T00:00:00.000Z'],
    );
    const markdown = await markdownOf({ type: 'guided-interview', topics, chat_history });
    expect(markdown.match(/^(### .*|> .*)$/gm)).toEqual([
      '### Summary',
      '> Sales calls.',
      '### Conversation',
      '> Hello.',
      '### Contract',
      '> Who signs?',
      '> Legal.',
      '### Support',
      '> Who helps?',
      '> We do.',
    ]);
    expect(markdown).toContain('- Date: 2026-10-03 to 2026-10-05 (UTC)\n');
  });

  it('is of the days of the answers, or else of the day of the end', async () => {
    const dayOf = async (...said: readonly Said[]) =>
      /^- Date: (.*)$/m.exec(await markdownOf({ chat_history: entries(...said) }))?.[1];
    const [assigned, ended] = ['2026-09-01T09:00:00.000Z', '2026-11-30T09:00:00.000Z'];
    const hello: Said = ['assistant', 'Who calls?', 0, assigned];
    const end: Said = ['assistant', 'Thank you!', 0, ended];
    expect(await dayOf(hello, ['user', 'Sales.', 0], end)).toBe('2026-10-03 (UTC)');
    expect(await dayOf(hello, end)).toBe('2026-11-30 (UTC)');
  });

  it('quotes every line of what was said, so that none of it is a heading or code of the document', async () => {
    const content = '# No\r\n\r\n```\n- one\rtwo';
    const markdown = await markdownOf({ name: 'One\n# Two', chat_history: entries(['user', content]) });
    expect(markdown).toContain('> # No\n>\n> ```\n> - one\n> two\n');
    expect(markdown.startsWith('## Interview: One # Two\n')).toBe(true);
    expect(markdown.match(/^#/gm)).toHaveLength(3);
  });

  it('has no part about what there is not', async () => {
    const nothing = { chat_history: [], chat_memory: { summary: ' ', covered_topics: [], facts: [] } };
    const markdown = await markdownOf({ ...nothing, assigned_to_email: '', type_additional_parameters: {} });
    expect(markdown).toBe('## Interview: Onboarding\n');
  });

  it('of a long conversation is written while other work goes on', async () => {
    let turns = 0;
    let isWritten = false;
    const other = async (): Promise<void> => {
      for (; !isWritten; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    const answers = Array.from({ length: 500 }, (): Said => ['user', 'One.\nTwo.']);
    const written = markdownOf({ chat_history: entries(...answers) });
    const work = other();
    const markdown = await written;
    isWritten = true;
    await work;
    expect(markdown.match(/^> Two\.$/gm)).toHaveLength(500);
    expect(turns).toBeGreaterThan(20);
  });

  it.each<[string, Partial<Interview>]>([
    ["This interview's edits stay in its conversation.", { write_scope: 'local' }],
    ["This interview's edits stay in its conversation.", { write_scope: 'local', status: 'pending' }],
    ['This interview is not completed.', { status: 'in_progress' }],
    ['This interview is not completed.', { status: null }],
  ])('is refused: %s', async (sentence, overrides) => {
    await expect(reportOf(anInterview(overrides))).rejects.toThrow(new NotPossible(sentence));
  });
});
