import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { firstLogin } from './announcement.ts';

// The shell that runs the tests may have set this variable.
delete process.env['DATA_DIRECTORY'];

const COMMAND = 'npm run admin -- create-organization --name NAME --email EMAIL';

test('without demo data, it is not said that there are no users, and the command names the folder of the data', () => {
  assert.equal(firstLogin(undefined), `a user that there is, or make a first one: ${COMMAND}`);
  assert.equal(firstLogin(''), firstLogin(undefined));
  assert.ok(firstLogin('/srv/pks-2').endsWith(`: DATA_DIRECTORY=/srv/pks-2 ${COMMAND}`));
});

test('a folder whose name means something to a shell is quoted for it', () => {
  const folder = "/srv/Ana's data; $(true)";
  const said = firstLogin(folder)
    .split(': ')
    .at(-1)
    ?.replace(COMMAND, 'sh -c \'printf %s "$DATA_DIRECTORY"\'');
  assert.equal(execFileSync('sh', ['-c', said ?? ''], { encoding: 'utf8' }), folder);
});
