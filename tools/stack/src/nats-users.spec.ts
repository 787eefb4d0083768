import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { declaredUsers } from './nats-users.ts';

const USERS = 'users: [\n  {\n    user: gateway\n    password: $NATS_GATEWAY_PASSWORD\n  }\n]\n';

/** A program of a build, as a file. */
function aProgram(context: TestContext, code: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'pks-nats-users-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'print.mjs');
  writeFileSync(file, code);
  return file;
}

test('what Node.js or a debugger writes beside the users is no part of the configuration', async (context) => {
  const code = `console.error('Debugger attached.'); console.log(${JSON.stringify(USERS.trimEnd())});`;
  const users = await declaredUsers(() => 'secret', aProgram(context, code));
  assert.equal(users.settings, USERS);
  assert.deepEqual(users.env, { NATS_GATEWAY_PASSWORD: '"secret"' });
  assert.equal(users.urlFor('gateway', 4222), 'nats://gateway:secret@127.0.0.1:4222');
});

test('a build that does not print them fails with what the program said', async (context) => {
  const program = aProgram(context, `console.error('It is broken.'); process.exit(3);`);
  await assert.rejects(
    declaredUsers(() => 'secret', program),
    /could not be read from the build: .*It is broken\./s,
  );
});
