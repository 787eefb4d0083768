import assert from 'node:assert/strict';
import { test } from 'node:test';
import { havePassed, summary } from './case-report.ts';
import type { CaseResult } from './run-case.ts';

const NOT_RUN: CaseResult = { name: 'full disk', notRun: 'This needs root.' };

function ran(...findings: string[]): CaseResult {
  const verdict = { findings, during: {}, after: {}, slowestMs: 1, normalAfterMs: 1 };
  return { name: 'locked table', verdict, faultMs: 1, acknowledged: 1, settledAfterMs: 1, log: null };
}

test('a run has passed if a case ran, and none failed', () => {
  assert.ok(havePassed([ran()]));
  assert.ok(havePassed([NOT_RUN, ran()]));
  assert.ok(!havePassed([ran(), ran('Version 3 is lost.')]));
});

test('a run in which no case could run has not passed, and says so', () => {
  assert.ok(!havePassed([NOT_RUN, NOT_RUN]));
  assert.equal(summary([NOT_RUN, NOT_RUN]), '0 passed, 0 failed, 2 not run. Nothing was tested.');
  assert.equal(summary([NOT_RUN, ran(), ran('Lost.')]), '1 passed, 1 failed, 1 not run.');
});
