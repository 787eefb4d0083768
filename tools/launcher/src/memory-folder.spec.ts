import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openMemoryFolder } from './memory-folder.ts';

const place = mkdtempSync(join(tmpdir(), 'pks-memory-'));
after(() => rmSync(place, { recursive: true, force: true }));

test('a folder that others can reach, until it is removed', () => {
  const folder = openMemoryFolder(place, 1);
  assert.ok(folder !== null && existsSync(folder.path));
  assert.equal(statSync(folder.path).mode & 0o777, 0o755);
  folder.remove();
  assert.ok(!existsSync(folder.path));
});

test('none where there is too little room, or no such place', () => {
  assert.equal(openMemoryFolder(place, Number.MAX_SAFE_INTEGER), null);
  assert.equal(openMemoryFolder(join(place, 'missing'), 1), null);
});

test('those of killed runs are removed, those of other runs are not', () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const [left, used, other] = [`pks-tests-${ended}-a`, `pks-tests-${process.ppid}-b`, 'something'].map(
    (name) => join(place, name),
  ) as [string, string, string];
  for (const path of [left, used, other]) mkdirSync(path);
  writeFileSync(join(left, 'file'), 'x');
  openMemoryFolder(place, 1)?.remove();
  assert.deepEqual(
    [left, used, other].map((path) => existsSync(path)),
    [false, true, true],
  );
});
