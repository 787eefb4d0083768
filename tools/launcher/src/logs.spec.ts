import { strict as assert } from 'node:assert';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Logs, troubleIn } from './logs.ts';

function aFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'logs-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('shows warnings and errors in short, and nothing else', () => {
  assert.equal(troubleIn('{"level":30,"msg":"served"}'), null);
  assert.equal(troubleIn('{"level":40,"msg":"slow"}'), 'warning: slow');
  assert.equal(troubleIn('{"level":50,"msg":"broken","extra":1}'), 'error: broken');
  assert.equal(troubleIn('{not json'), null);
  assert.equal(troubleIn('LOG:  checkpoint starting'), null);
  assert.equal(troubleIn('FATAL:  out of memory'), 'FATAL:  out of memory');
});

test('a log that grows beyond its size is kept beside its successor, while the product runs and after a start', (t) => {
  const folder = aFolder(t);
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const logs = new Logs(folder, () => undefined, 5);
  for (const line of ['one', 'two', 'three', 'four']) logs.write('search', line);
  assert.deepEqual([read('search.log.1'), read('search.log')], ['three\n', 'four\n']);
  new Logs(folder, () => undefined, 5).write('search', 'five');
  assert.deepEqual([read('search.log.1'), read('search.log')], ['three\n', 'four\nfive\n']);
  assert.deepEqual(readdirSync(folder).toSorted(), ['search.log', 'search.log.1']);
  assert.equal(statSync(join(folder, 'search.log')).mode & 0o777, 0o600);
});

test('a log that cannot be written for a while is said once, and goes on afterwards', (t) => {
  const folder = aFolder(t);
  const shown: string[] = [];
  const logs = new Logs(folder, (sentence) => shown.push(sentence));
  const path = join(folder, 'search.log');
  mkdirSync(path);
  logs.write('search', 'one');
  logs.write('search', 'two');
  rmdirSync(path);
  logs.write('search', 'three');
  assert.equal(readFileSync(path, 'utf8'), 'three\n');
  assert.equal(shown.length, 1);
  assert.match(shown[0] ?? '', /^The log .*search\.log cannot be written: EISDIR/);
});
