import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attempt } from '../client.ts';
import { type Seen, verdictOn } from './verdict.ts';

const BEGAN = 10_000;
const ENDED = 30_000;

function attempt(change: Partial<Attempt> = {}): Attempt {
  const began = change.began ?? BEGAN + 1_000;
  const usual = { method: 'GET', path: '/users/me/', status: 200, retryAfter: null, reason: '' };
  return { ...usual, began, ended: began + 20, ...change };
}

function seen(attempts: readonly Attempt[], change: Partial<Seen> = {}): Seen {
  const usual = { began: BEGAN, ended: ENDED, workedAgain: ENDED + 100, findings: [], endedProcesses: [] };
  return { ...usual, mayFail: () => true, isSilent: true, attempts, ...change };
}

const AWAY = { status: 503, retryAfter: '1' };

function found(attempts: readonly Attempt[], change: Partial<Seen> = {}): string {
  return verdictOn(seen(attempts, change)).findings.join('\n');
}

test('503 with Retry-After, 504 at the deadline and 409 for what still runs break no promise', () => {
  const stillRunning = attempt({ status: 409, reason: 'The request is still running.' });
  const { findings, during, after } = verdictOn(
    seen([
      attempt(AWAY),
      attempt({ status: 504, ended: BEGAN + 11_200 }),
      stillRunning,
      attempt({ began: ENDED + 1 }),
    ]),
  );
  assert.deepEqual(findings, []);
  assert.deepEqual([during, after], [{ 409: 1, 503: 1, 504: 1 }, { 200: 1 }]);
});

test('500, 502 and every refusal of a correct request are found', () => {
  for (const status of [400, 401, 403, 404, 409, 429, 500, 502])
    assert.match(found([attempt({ status })]), /1 × a request got a wrong status/, String(status));
});

test('503 that does not say when to retry is found', () => {
  assert.match(found([attempt({ status: 503 })]), /503 without Retry-After/);
});

test('a response that does not come, or comes late, is found', () => {
  assert.match(found([attempt({ status: null, reason: 'fetch failed' })]), /had no response/);
  assert.match(found([attempt({ ended: BEGAN + 13_100 })]), /took longer than its deadline/);
});

test('a failure before the fault is found', () => {
  assert.match(found([attempt({ ...AWAY, began: BEGAN - 100 })]), /failed before the fault/);
});

test('where only some requests may fail, others are found, also after the fault', () => {
  const mayFail = ({ path }: Attempt): boolean => path.includes('/signals/');
  assert.equal(found([attempt({ ...AWAY, path: '/signals/' })], { mayFail }), '');
  assert.match(found([attempt(AWAY)], { mayFail }), /should not have/);
  assert.match(found([attempt({ ...AWAY, began: ENDED + 50 })], { mayFail }), /should not have/);
});

test('it is normal again after the last failure, once an event arrives, within 10 s', () => {
  const failing = attempt({ ...AWAY, began: ENDED + 2_000, ended: ENDED + 2_100 });
  assert.equal(verdictOn(seen([failing])).normalAfterMs, 2_100);
  assert.equal(verdictOn(seen([attempt()], { workedAgain: ENDED + 300 })).normalAfterMs, 300);
  assert.match(found([attempt({ ...AWAY, began: ENDED + 10_000 })]), /not within 10 s/);
  assert.match(found([], { workedAgain: ENDED + 10_001 }), /not within 10 s/);
});

test('what is lost or done twice is found, and each process that ended', () => {
  const findings = ['Version 3 is lost.'];
  const expected = 'Version 3 is lost.\nA process ended: search (code 1).';
  assert.equal(found([], { findings, endedProcesses: ['search (code 1)'] }), expected);
});

test('a fault that no request noticed was not there, unless it is silent', () => {
  const isSilent = false;
  assert.match(
    found([attempt(), attempt({ ...AWAY, began: ENDED + 1 })], { isSilent }),
    /No request noticed/,
  );
  assert.equal(found([attempt()]), '');
  const slow = attempt({ ended: BEGAN + 1_200 });
  assert.match(found([slow, attempt(), attempt()], { isSilent }), /No request noticed/);
  assert.equal(found([slow, slow, attempt()], { isSilent }), '');
  for (const noticed of [AWAY, { status: 409, reason: 'The request is still running.' }])
    assert.equal(found([attempt(noticed), attempt(), attempt()], { isSilent }), '');
});

test('a run may be as long as it takes', () => {
  const many = Array.from({ length: 200_000 }, () => attempt(AWAY));
  assert.equal(verdictOn(seen(many)).slowestMs, 20);
});
