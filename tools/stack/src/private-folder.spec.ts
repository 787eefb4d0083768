import { strict as assert } from 'node:assert';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { privateFolder } from './private-folder.ts';

test('a folder is readable by its owner alone, also one that everybody could read', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'private-folder-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const folder = join(directory, 'logs');
  const mode = (): number => statSync(folder).mode & 0o777;
  assert.equal(privateFolder(folder), folder);
  assert.equal(mode(), 0o700);
  chmodSync(folder, 0o755);
  privateFolder(folder);
  assert.equal(mode(), 0o700);
});
