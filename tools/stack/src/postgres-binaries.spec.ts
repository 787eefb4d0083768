import { strict as assert } from 'node:assert';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyWhole, isLiteralInShell } from './postgres-binaries.ts';

test("PostgreSQL's user can read the copy of programs that only root could read", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-binaries-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [source, target] = [join(folder, 'source'), join(folder, 'target')];
  mkdirSync(join(source, 'bin'), { recursive: true, mode: 0o700 });
  writeFileSync(join(source, 'bin/postgres'), '', { mode: 0o700 });
  writeFileSync(join(source, 'library.so.1'), '', { mode: 0o600 });
  symlinkSync('library.so.1', join(source, 'library.so'));
  const umask = process.umask(0o077);
  try {
    await copyWhole(source, target);
  } finally {
    process.umask(umask);
  }
  const modes = ['', 'bin', 'bin/postgres', 'library.so.1'].map(
    (name) => statSync(join(target, name)).mode & 0o777,
  );
  assert.deepEqual(modes, [0o755, 0o755, 0o755, 0o644]);
  assert.equal(readlinkSync(join(target, 'library.so')), 'library.so.1');
  assert.deepEqual(readdirSync(folder).toSorted(), ['source', 'target']);
});

test('a path that a shell would change between double quotes is no place for initdb', () => {
  const changed = ['/home/$HOME', '/home/`id`', '/home/a "b"', '/home/a\\b', '/home/a\nb'];
  assert.deepEqual(changed.filter(isLiteralInShell), []);
  assert.ok(isLiteralInShell("/home/Größe & 'Quote' (2); *?~#!"));
});
