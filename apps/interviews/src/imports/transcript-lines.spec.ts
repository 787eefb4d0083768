import { describe, expect, it } from '@jest/globals';
import type { MeetingInfo } from '@pks/contracts';
import { linesOf, speakersIn } from './transcript-lines.ts';

const said = (...lines: readonly (readonly [string | null, string])[]) =>
  lines.map(([speaker, text]) => ({ speaker, text }));

/** Each entry as "role: content". */
function shown(utterances: Parameters<typeof linesOf>[0], meeting: MeetingInfo | null = null): string[] {
  return linesOf(utterances, meeting).map(({ role, content }) => `${role}: ${content}`);
}

const MEETING: MeetingInfo = {
  meeting_id: '01900000-0000-7000-8000-000000000001',
  platform: 'zoom',
  participants: [
    { id: '1', name: 'Ana Smith', is_host: true },
    { id: '2', name: 'Ben', is_host: false },
  ],
  duration_ms: 1,
  started_at: '2026-11-20T12:00:00.000Z',
  url: 'https://zoom.test/1',
};

describe('the entries of a transcript', () => {
  it('have no names where an interviewer talks to one other', () => {
    const utterances = said(['Interviewer', 'Why?'], ['Ben', 'So.'], ['Interviewer', 'Oh.']);
    expect(shown(utterances)).toEqual(['assistant: Why?', 'user: So.', 'assistant: Oh.']);
  });

  it('are of the interviewer if the transcript says that it is their role, whatever their name', () => {
    const utterances = [{ speaker: 'Eva', text: 'Why?', isAsking: true }, ...said(['Ben', 'So.'])];
    expect(shown(utterances)).toEqual(['assistant: Why?', 'user: So.']);
    expect(shown([...utterances, ...said(['Ana', 'No.'])])).toEqual([
      'assistant: Eva: Why?',
      'user: Ben: So.',
      'user: Ana: No.',
    ]);
  });

  it('have no names either where some of what is said there has no speaker', () => {
    const utterances = said([null, 'Hm.'], ['Interviewer', 'Why?'], ['Ben', 'So.']);
    expect(shown(utterances)).toEqual(['user: Hm.', 'assistant: Why?', 'user: So.']);
    expect(shown(utterances.slice(0, 2))).toEqual(['user: Hm.', 'assistant: Why?']);
    expect(shown(said(['Ben', 'So.'], [null, 'Hm.']))).toEqual(['user: Ben: So.', 'user: Hm.']);
  });

  it('are of the interviewer if the meeting says that they are its host, ignoring case', () => {
    expect(shown(said(['ana smith', 'Why?'], ['Ben', 'So.']), MEETING)).toEqual([
      'assistant: Why?',
      'user: So.',
    ]);
  });

  it('are of the interviewer if the meeting says that they are its host, in either encoding', () => {
    const host = { id: '1', name: 'Zoë'.normalize('NFC'), is_host: true };
    const utterances = said(['Zoë'.normalize('NFD'), 'Why?'], ['Ben', 'So.']);
    expect(shown(utterances, { ...MEETING, participants: [host] })).toEqual(['assistant: Why?', 'user: So.']);
  });

  it('have names where there are more speakers, or none asks', () => {
    expect(shown(said(['AI', 'Why?'], ['Ben', 'So.'], ['Eva', 'No.'], [null, 'Hm.']))).toEqual([
      'assistant: AI: Why?',
      'user: Ben: So.',
      'user: Eva: No.',
      'user: Hm.',
    ]);
    expect(shown(said(['Ana', 'Why?'], ['Ben', 'So.']))).toEqual(['user: Ana: Why?', 'user: Ben: So.']);
    expect(shown(said(['Ana', 'So.']))).toEqual(['user: Ana: So.']);
  });

  it('have 20,000 characters at most: longer ones are split, at white space or within a word', () => {
    const words = 'one two '.repeat(5_000).trim();
    const split = linesOf(said([null, words]), null).map(({ content }) => content);
    expect(split.map(({ length }) => length)).toEqual([19_999, 19_999]);
    expect(split.join(' ')).toBe(words);
    const unbroken = linesOf(said(['Ana', '😀'.repeat(15_000)]), null).map(({ content }) => content);
    expect(unbroken.every((text) => text.isWellFormed() && text.length <= 20_000)).toBe(true);
    expect(unbroken.map((text) => text.slice('Ana: '.length)).join('')).toBe('😀'.repeat(15_000));
  });

  it('are 10,000 at most, also after long ones are split', () => {
    const utterances = said(...Array.from({ length: 9_999 }, () => ['Ana', 'a'] as const));
    expect(linesOf([...utterances, ...said(['Ana', 'b'])], null)).toHaveLength(10_000);
    expect(() => linesOf([...utterances, ...said(['Ana', 'b'.repeat(20_000)])], null)).toThrow(
      'The transcript has more than 10,000 entries.',
    );
  });
});

it('the speakers of a transcript are listed once each, the first 100', () => {
  expect(speakersIn(said(['Ben', ''], ['Ana', ''], [null, ''], ['Ben', '']), null)).toEqual(['Ben', 'Ana']);
  const many = said(...Array.from({ length: 101 }, (_, n) => [`Speaker ${n}`, ''] as const));
  expect(speakersIn(many, null)).toHaveLength(100);
});

it('of long names of speakers, as many are listed as take 16 KiB with the meeting', () => {
  const named = said(...Array.from({ length: 100 }, (_, n) => [`${n} ${'é'.repeat(250)}`, ''] as const));
  const bytes = (meeting: MeetingInfo | null) =>
    Buffer.byteLength(JSON.stringify([speakersIn(named, meeting), meeting]));
  for (const meeting of [null, MEETING]) {
    expect(bytes(meeting)).toBeLessThanOrEqual(16 * 1024);
    expect(bytes(meeting)).toBeGreaterThan(15 * 1024);
  }
});
