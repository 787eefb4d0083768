import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Case } from './case.ts';
import type { Counts } from './tally.ts';
import { type Seen, refusalsAgainst, waitsAgainst } from './verdict.ts';
import { type Waited, waitsOf } from './waits.ts';

const CASE: Case = {
  name: 'some abuse',
  allowed: ['201', '413', '429'],
  refusedWith: ['413', '429'],
  prepare: () => Promise.reject(new Error('Not in this test.')),
};

function seen(answers: Counts, waited: readonly Partial<Waited>[] = [], longestReadingMs = 0): Seen {
  const all = waited.map((one): Waited => ({ kind: 'list', status: 200, ms: 5, ...one }));
  return { name: CASE.name, answers, waits: waitsOf(all), longestReadingMs, failedReadings: 0 };
}

describe('a case', () => {
  test('holds when the abuser is refused and nobody else is', () => {
    assert.deepEqual(refusalsAgainst(seen({ '201': 3, '429': 9 }, [{}, { status: 204 }]), CASE), []);
  });

  test('is missed by every refusal of the honest user, and by no answer at all', () => {
    const waited = [{ status: 503 }, { status: 503 }, { kind: 'login', status: 429 }, { status: 0 }] as const;
    assert.deepEqual(refusalsAgainst(seen({ '429': 1 }, waited), CASE), [
      'refused list 503 × 2',
      'refused list unanswered × 1',
      'refused login 429 × 1',
    ]);
  });

  test('is missed by a file of the honest user that is given up', () => {
    const given = { ...seen({ '429': 1 }), failedReadings: 2 };
    assert.deepEqual(refusalsAgainst(given, CASE), ['could not read 2 files']);
  });

  test('is missed by an answer that the abuser should not get', () => {
    const answers = { '201': 3, '413': 1, '503': 2, closed: 1 };
    assert.deepEqual(refusalsAgainst(seen(answers), CASE), [
      'the abuser got 503 × 2',
      'the abuser got closed × 1',
    ]);
  });

  test('is missed by an abuser who is granted everything, or who is not answered', () => {
    const never = 'the abuser was never refused (413 or 429)';
    assert.deepEqual(refusalsAgainst(seen({ '201': 3 }), CASE), [never]);
    assert.deepEqual(refusalsAgainst(seen({}), CASE), ['the abuser got no answer', never]);
  });
});

describe('what the honest user waits', () => {
  test('is judged by the 99th percentile and by how long a file stays unread', () => {
    const quick = Array.from({ length: 99 }, (_none, n) => ({ ms: n }));
    assert.deepEqual(waitsAgainst(seen({}, [...quick, { ms: 9_000 }])), []);
    assert.deepEqual(waitsAgainst(seen({}, [...quick.slice(1), { ms: 251 }, { ms: 300 }])), [
      'p99 over 250 ms',
    ]);
    assert.deepEqual(waitsAgainst(seen({}, quick, 10_001)), ['a file unread for 10 s']);
  });
});
