import { strict as assert } from 'node:assert';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { secretIn } from './stack-secrets.ts';

function aFolder(t: TestContext): { directory: string; file: string } {
  const directory = mkdtempSync(join(tmpdir(), 'stack-secrets-'));
  t.after(() => rmSync(directory, { recursive: true }));
  return { directory, file: join(directory, 'secrets.json') };
}

test('a secret is generated once, beside the others, for its owner alone', (t) => {
  const { directory, file } = aFolder(t);
  const [first, second] = [secretIn(directory, 'first'), secretIn(directory, 'second')];
  assert.match(first, /^[0-9a-f]{64}$/);
  assert.notEqual(first, second);
  assert.equal(secretIn(directory, 'first'), first);
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { first, second });
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('a torn file is named, and does not change', (t) => {
  const { directory, file } = aFolder(t);
  writeFileSync(file, '{ "first": "ab');
  assert.throws(
    () => secretIn(directory, 'first'),
    new Error(`${file} is no JSON: put the old file back, or remove it, and there will be new secrets.`),
  );
  assert.equal(readFileSync(file, 'utf8'), '{ "first": "ab');
});
