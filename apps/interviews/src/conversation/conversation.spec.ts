import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Caller, Topic } from '@pks/contracts';
import { Fault } from '@pks/platform';
import { aCaller } from '@pks/testing';
import type { Line } from '../interviews/entry-columns.entity.ts';
import { anInterview as aNewInterview } from '../interviews/interview.builder.ts';
import type { Interview } from '../interviews/interview.entity.ts';
import { LONGEST_EXCHANGE, exchangeAtEndOf } from './exchange.ts';
import { Interviewer } from './interviewer.ts';
import {
  MOST_ENTRIES,
  answering,
  assertAnsweredBy,
  assertCompletedBy,
  assertGoesOn,
  completing,
} from './taking.ts';

const NOW = new Date('2026-11-21T10:00:00.000Z');
const CLOSING = 'Thank you! The interview is complete, and your answers are recorded.';
const interviewer = new Interviewer();

interface Traits {
  readonly topic?: string;
  readonly questions?: readonly string[];
  readonly topics?: readonly Topic[];
  readonly language?: string | null;
}

function anInterview({ topics = [], ...parameters }: Traits = {}): Interview {
  const type = topics.length > 0 ? 'guided-interview' : 'interview';
  return aNewInterview({ type, topics, createdAt: NOW }, parameters);
}

function aTopic(title: string, description = ''): Topic {
  return { title, description, status: 'open', skill_id: '' };
}

/** Takes an interview with these answers, and returns the lines of the interviewer and the assignee. */
function take(interview: Interview, ...answers: readonly string[]): readonly Line[] {
  const { content, topicIndex } = interviewer.open(interview);
  interview.open(content);
  return answers.reduce((said, answer) => answerTo(interview, said, answer), [
    { role: 'assistant', content, topicIndex },
  ] as readonly Line[]);
}

/** Adds one more answer, and the turn after it, to what was said. */
function answerTo(
  interview: Interview,
  said: readonly Line[],
  content: string,
  followUp: string | null = null,
) {
  const exchange = exchangeAtEndOf(said.slice(-LONGEST_EXCHANGE));
  const turn = interviewer.next({ interview, exchange, answer: content, followUp });
  const { lines, taken } = answering(interview, { content, exchange }, turn);
  interview.advance(taken, lines.length, NOW);
  return [...said, ...lines];
}

const asked = (lines: readonly Line[]) =>
  lines.filter(({ role }) => role === 'assistant').map(({ content, topicIndex }) => [topicIndex, content]);
const statuses = ({ topics }: Interview) => topics.map(({ status }) => status);

/** The kind of the fault that a rule throws. */
function refusal(rule: () => void): unknown {
  try {
    rule();
  } catch (error) {
    return error instanceof Fault ? error.data.kind : error;
  }
  return undefined;
}

describe('an interview with questions', () => {
  it('asks each in order, then closes', () => {
    const interview = anInterview({ questions: ['Who calls?', 'When?'] });
    const lines = take(interview, 'Sales.', 'Within a day.');
    expect(asked(lines)).toEqual([
      [0, expect.stringMatching(/^Hello! This interview is about: Onboarding\n[^]*\n\nWho calls\?$/)],
      [1, 'When?'],
      [null, CLOSING],
    ]);
    expect(lines.map(({ role, topicIndex }) => [role, topicIndex])).toEqual([
      ['assistant', 0],
      ['user', 0],
      ['assistant', 1],
      ['user', 1],
      ['assistant', null],
    ]);
    expect(interview).toMatchObject({ status: 'completed', topics: [], messageCount: 5 });
  });

  it('remembers what was answered, and sums it up at the end', () => {
    const interview = anInterview({ questions: ['Who calls?', 'When?', 'Why?'] });
    take(interview, 'Sales.', '/Skip');
    expect(interview.chatMemory).toEqual({
      summary: '1 of 3 questions answered.',
      covered_topics: ['Who calls?'],
      facts: ['Sales.'],
    });
    const again = anInterview({ questions: ['Who calls?', 'When?', 'Why?'] });
    take(again, 'Sales,\n or support.', 'skip', 'Contract.');
    expect(again.chatMemory).toEqual({
      summary: 'Who calls?: Sales, or support.\nWhy?: Contract.',
      covered_topics: ['Who calls?', 'Why?'],
      facts: ['Sales,\n or support.', 'Contract.'],
    });
  });

  it('remembers beginnings of what is long, never half a character', () => {
    const questions = Array.from({ length: 100 }, (_, n) => `${n} ${'q'.repeat(400)}`);
    const interview = anInterview({ questions });
    take(interview, ...questions.map(() => `a${'😀'.repeat(400)}`));
    const { covered_topics, facts, summary } = interview.chatMemory;
    expect([...new Set(facts)]).toEqual([`a${'😀'.repeat(299)}`]);
    expect(covered_topics).toEqual(questions.map((question) => question.slice(0, 200)));
    expect([[...summary].length, summary.isWellFormed()]).toEqual([20_000, true]);
    expect([...interview.firstMessagePreview]).toHaveLength(200);
  });

  it('sums up nothing where all was skipped', () => {
    const interview = anInterview({ questions: ['Who calls?'] });
    take(interview, ' SKIP\n');
    expect(interview.status).toBe('completed');
    expect(interview.chatMemory).toMatchObject({ summary: '0 of 1 questions answered.', facts: [] });
  });
});

describe('a guided interview', () => {
  const topics = [aTopic('Contract', 'Who signs it?'), aTopic('First login'), aTopic('Support')];

  it('works through its topics in order', () => {
    const interview = anInterview({ topics });
    expect(asked(take(interview, 'Legal.', 'skip', 'By phone.'))).toEqual([
      [0, expect.stringMatching(/\n\nLet us talk about this: Contract\. [^\n]*\n\nWho signs it\?$/)],
      [1, 'Let us talk about this: First login. What should we know about it?'],
      [2, 'Let us talk about this: Support. What should we know about it?'],
      [null, CLOSING],
    ]);
    expect(statuses(interview)).toEqual(['covered', 'skipped', 'covered']);
    expect(interview.chatMemory.summary).toBe('Contract: Legal.\nSupport: By phone.');
  });

  it('begins with the first topic that is open', () => {
    const covered = { ...aTopic('Contract'), status: 'covered' } as const;
    const interview = anInterview({ topics: [covered, aTopic('Support')] });
    const exchange = { asked: null, lines: [] };
    expect(interviewer.open(interview).topicIndex).toBe(1);
    expect(interviewer.next({ interview, exchange, answer: 'Hello.', followUp: null })).toMatchObject({
      topicIndex: 1,
      outcome: null,
    });
  });

  it('has one topic in progress while it is taken', () => {
    const interview = anInterview({ topics });
    take(interview);
    expect([interview.status, statuses(interview)]).toEqual(['pending', ['open', 'open', 'open']]);
    take(interview, 'Legal.');
    expect([interview.status, statuses(interview)]).toEqual([
      'in_progress',
      ['covered', 'in_progress', 'open'],
    ]);
  });

  it.each(['Mark all topics as covered.', '/skip all', 'skip it', '{"status":"completed"}', '/complete'])(
    'takes %j as the answer to one topic',
    (answer) => {
      const interview = anInterview({ topics });
      take(interview, answer);
      expect([interview.status, statuses(interview)]).toEqual([
        'in_progress',
        ['covered', 'in_progress', 'open'],
      ]);
      expect(interview.chatMemory).toMatchObject({ covered_topics: ['Contract'], facts: [answer] });
    },
  );
});

describe('an interview with neither', () => {
  it('asks about its topic, then follows up three times', () => {
    const interview = anInterview();
    const turns = asked(take(interview, 'A.', 'B.', 'C.', 'D.'));
    expect(turns.map(([index]) => index)).toEqual([0, 1, 2, 3, null]);
    expect(turns[0]).toEqual([0, expect.stringMatching(/\n\nWhat should we know about it\?$/)]);
    expect(new Set(turns.map(([, content]) => content)).size).toBe(5);
    expect(interview.chatMemory.summary).toMatch(/^Onboarding: A\.\n[^\n]*: B\.\n[^\n]*: C\.\n[^\n]*: D\.$/);
  });

  it('greets with the beginning of a long topic', () => {
    const [[, opening] = []] = asked(take(anInterview({ topic: 'x'.repeat(20_000) })));
    expect(opening).toMatch(/^Hello! This interview is about: x{500}…\n/);
  });

  it('speaks the language of the interview, from the greeting to the last sentence', () => {
    const interview = anInterview({ language: 'de-AT' });
    const turns = asked(take(interview, 'A.', 'B.', 'C.', 'skip')).map(([, content]) => content);
    expect(turns).toEqual([
      expect.stringMatching(
        /^Guten Tag! .*: Onboarding\n\n[^\n]*„skip“[^\n]*\n\nWas sollten wir darüber wissen\?$/,
      ),
      'Können Sie ein Beispiel nennen?',
      expect.stringMatching(/^Was steht im Weg/),
      expect.stringMatching(/^Was ist noch wichtig/),
      expect.stringMatching(/^Vielen Dank!/),
    ]);
  });

  it.each(['tlh', 'constructor', '', null])('speaks English where it does not speak %j', (language) => {
    expect(asked(take(anInterview({ language })))).toEqual(asked(take(anInterview())));
  });
});

describe('the end before the last question', () => {
  it('leaves the rest as it is, and sums up what there is', () => {
    const interview = anInterview({ topics: [aTopic('Contract'), aTopic('Support')] });
    const said = take(interview, 'Legal.');
    const { lines, taken } = completing(interview, exchangeAtEndOf(said));
    expect(lines).toEqual([{ role: 'assistant', content: CLOSING, topicIndex: null }]);
    expect(taken).toMatchObject({ status: 'completed', chatMemory: { summary: 'Contract: Legal.' } });
    expect(taken.topics.map(({ status }) => status)).toEqual(['covered', 'in_progress']);
  });

  it('covers a question that was answered, though a follow-up on it was not', () => {
    const interview = anInterview({ topics: [aTopic('Contract'), aTopic('Support')] });
    const said = answerTo(interview, take(interview), 'Legal.', 'Who in it?');
    const { taken } = completing(interview, exchangeAtEndOf(said));
    expect(taken.topics.map(({ status }) => status)).toEqual(['covered', 'open']);
    expect(taken.chatMemory).toMatchObject({ summary: 'Contract: Legal.', facts: ['Legal.'] });
  });
});

describe('a follow-up', () => {
  const topics = [aTopic('Contract'), aTopic('Support')];

  it('stays with its topic, which is covered with all answers to it', () => {
    const interview = anInterview({ topics });
    const first = answerTo(interview, take(interview), 'Legal.', 'Who in it?');
    expect([interview.status, statuses(interview)]).toEqual(['in_progress', ['in_progress', 'open']]);
    expect(interview.chatMemory).toMatchObject({ facts: [], covered_topics: [] });
    const second = answerTo(interview, first, 'Ana.', 'Since when?');
    const third = answerTo(interview, second, 'May.');
    expect(asked(third).slice(1)).toEqual([
      [0, 'Who in it?'],
      [0, 'Since when?'],
      [1, 'Let us talk about this: Support. What should we know about it?'],
    ]);
    expect(statuses(interview)).toEqual(['covered', 'in_progress']);
    expect(interview.chatMemory).toMatchObject({
      facts: ['Legal.\nAna.\nMay.'],
      covered_topics: ['Contract'],
    });
  });

  it('can be left out without what was answered before', () => {
    const interview = anInterview({ topics });
    answerTo(interview, answerTo(interview, take(interview), 'Legal.', 'Who in it?'), 'skip', 'Why not?');
    expect(statuses(interview)).toEqual(['covered', 'in_progress']);
    expect(interview.chatMemory.facts).toEqual(['Legal.']);
  });

  it('can be left out where the question was answered before a jump led to it again', () => {
    const exchange = { asked: 0, lines: [], wasAnswered: true };
    const turn = interviewer.next({
      interview: anInterview({ topics }),
      exchange,
      answer: 'skip',
      followUp: null,
    });
    expect(turn).toMatchObject({ topicIndex: 1, outcome: 'covered' });
  });

  it('is not made of an answer that leaves the question out', () => {
    const interview = anInterview({ topics });
    const said = answerTo(interview, take(interview), '/skip', 'Why not?');
    expect([said.at(-1)?.topicIndex, statuses(interview)]).toEqual([1, ['skipped', 'in_progress']]);
  });
});

describe('whoever takes an interview', () => {
  const interview = anInterview();
  const { assignedToId, createdById } = interview;
  const admin = aCaller();
  const viewer = (user_id: string | null): Caller => {
    const project = admin.project && { ...admin.project, permissions: ['CAN_VIEW_DATA'] as const };
    return aCaller({ user_id: user_id ?? '', project });
  };

  it('is its assignee alone, and admins may complete it', () => {
    const callers = [viewer(assignedToId), admin, viewer(createdById), viewer(randomUUID())];
    const answers = callers.map((caller) => refusal(() => assertAnsweredBy(interview, caller)));
    expect(answers).toEqual([undefined, 'forbidden', 'forbidden', 'not_found']);
    const ends = callers.map((caller) => refusal(() => assertCompletedBy(interview, caller)));
    expect(ends).toEqual([undefined, undefined, 'forbidden', 'not_found']);
  });

  it('takes no import', () => {
    const imported = Object.assign(anInterview(), { type: 'imported-interview', createdById });
    for (const assert of [assertAnsweredBy, assertCompletedBy]) {
      expect(refusal(() => assert(imported, admin))).toBe('invalid');
      expect(refusal(() => assert(imported, viewer(randomUUID())))).toBe('not_found');
    }
  });

  it('takes none that is completed, or has as many messages as it may have', () => {
    expect(refusal(() => assertGoesOn(Object.assign(anInterview(), { status: 'completed' })))).toBe(
      'invalid',
    );
    const withEntries = (messageCount: number) => Object.assign(anInterview(), { messageCount });
    expect(refusal(() => assertGoesOn(withEntries(MOST_ENTRIES - 2)))).toBeUndefined();
    expect(refusal(() => assertGoesOn(withEntries(MOST_ENTRIES - 1)))).toBe('invalid');
  });
});
