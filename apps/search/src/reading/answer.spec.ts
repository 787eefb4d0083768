import { describe, expect, it } from '@jest/globals';
import { Lines } from '@pks/platform/bounded';
import { type Answer, lineOf } from './answer.ts';
import { answerOf } from './reading-answers.ts';

const ANSWERS: readonly Answer[] = [
  { kind: 'begun' },
  { kind: 'section', section: { page: 2, heading: 'A › B', text: 'c\nd' } },
  { kind: 'read', page_count: 3 },
  { kind: 'unreadable', sentence: 'Größe.' },
];

describe('the output of the reading process', () => {
  it.each([1, 2, 7, 1_000])('is parsed when it arrives in pieces of %d bytes', (size) => {
    const sent = Buffer.from(ANSWERS.map(lineOf).join(''));
    const lines = new Lines();
    const received: (Answer | null)[] = [];
    for (let at = 0; at < sent.length; at += size) {
      for (const line of lines.take(sent.subarray(at, at + size))) received.push(answerOf(line));
    }
    expect(received).toEqual(ANSWERS);
  });

  it.each([
    '',
    'nonsense',
    'null',
    '[]',
    '{"kind":"other"}',
    '{"kind":"section"}',
    '{"kind":"section","section":{"page":"1","heading":"","text":""}}',
    '{"kind":"section","section":{"page":1,"heading":"","text":null}}',
    '{"kind":"read","page_count":-1}',
    '{"kind":"read","page_count":1.5}',
    '{"kind":"unreadable"}',
  ])('is rejected when it is not an answer: %s', (line) => {
    expect(answerOf(line)).toBeNull();
  });
});
