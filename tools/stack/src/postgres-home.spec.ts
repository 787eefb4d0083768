import { strict as assert } from 'node:assert';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openHome, openSocketFolder, passwordOf } from './postgres-home.ts';

const notices: string[] = [];
const asMe = { account: {}, ephemeral: false, onNotice: (sentence: string) => void notices.push(sentence) };

/** The folder of a server whose data another folder has, because its user could not enter this one at first. */
function moved(t: TestContext): { directory: string; elsewhere: string; note: string } {
  const parent = mkdtempSync(join(tmpdir(), 'postgres-home-'));
  t.after(() => rmSync(parent, { recursive: true }));
  chmodSync(parent, 0o755);
  const [directory, elsewhere] = [join(parent, 'postgres'), join(parent, 'elsewhere')];
  mkdirSync(directory);
  mkdirSync(join(elsewhere, 'cluster'), { recursive: true });
  const note = join(directory, 'location');
  writeFileSync(note, `${elsewhere}\n`);
  return { directory, elsewhere, note };
}

test('data elsewhere stays in use when the server could have them in its folder', async (t) => {
  const { directory, elsewhere } = moved(t);
  const home = await openHome(directory, asMe);
  assert.equal(home.cluster, join(elsewhere, 'cluster'));
  assert.match(notices.at(-1) ?? '', /the data is in .*elsewhere\.$/);
  mkdirSync(join(directory, 'cluster'));
  assert.equal((await openHome(directory, asMe)).folder, directory);
});

test('data elsewhere that is gone is missed, and nothing is begun in its place', async (t) => {
  const { directory, elsewhere, note } = moved(t);
  rmSync(elsewhere, { recursive: true });
  await assert.rejects(
    openHome(directory, asMe),
    new Error(
      `PostgreSQL's data is not in ${elsewhere}, where ${note} says that it is: put it back, or remove that file to begin with empty data.`,
    ),
  );
  rmSync(note);
  assert.equal((await openHome(directory, asMe)).folder, directory);
  assert.equal(existsSync(note), false);
});

test('an empty file of the password, which a full disk leaves, is filled', async (t) => {
  const { elsewhere } = moved(t);
  const home = await openHome(elsewhere, asMe);
  writeFileSync(join(elsewhere, 'password'), '');
  const password = passwordOf(home);
  assert.match(password, /^[0-9a-f]{48}$/);
  assert.equal(passwordOf(home), password);
  assert.equal(readFileSync(join(elsewhere, 'password'), 'utf8'), `${password}\n`);
});

test('the path of the sockets is short in bytes, in whatever script the folder is named', (t) => {
  const parent = mkdtempSync(join(tmpdir(), 'postgres-home-'));
  t.after(() => rmSync(parent, { recursive: true }));
  for (const name of ['short', 'ä'.repeat(35), '数据库'.repeat(8), 'long'.repeat(25)]) {
    const folder = join(parent, name);
    mkdirSync(folder);
    const sockets = openSocketFolder(
      { folder, cluster: join(folder, 'cluster'), release: () => undefined },
      {},
    );
    t.after(sockets.release);
    assert.ok(Buffer.byteLength(sockets.folder) <= 80, sockets.folder);
    assert.equal(sockets.folder.startsWith(`${folder}/`), name === 'short');
    assert.equal(statSync(sockets.folder).mode & 0o777, 0o700);
  }
});
