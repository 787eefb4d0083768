import { strict as assert } from 'node:assert';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, ON_ITS_OWN } from '@pks/stack';
import { rows, send } from './client.ts';
import { ROOT } from '../walls/workspace.ts';
import { answersTo, asShown, readmeExample } from './readme.ts';
import { endAll, leftOver, Product, READY_WITHIN_MS, until } from './product.ts';

const directory = mkdtempSync(join(tmpdir(), 'smoke-'));
// PostgreSQL may run as another user, who must be able to read the folder.
chmodSync(directory, 0o755);
const mark = `DATA_DIRECTORY=${directory}`;
const [port, mailPort] = [await freePort(), await freePort()];
const environment = {
  ...ON_ITS_OWN,
  DATA_DIRECTORY: directory,
  PORT: String(port),
  MAIL_PORT: String(mailPort),
};
const base = `http://127.0.0.1:${port}/api/v1`;
/** A program of the build, which a build of only cache hits rewrites where Nx has no daemon, as in CI. */
const PROGRAM = join(ROOT, 'apps/knowledge/dist/main.js');
const ADMIN = { email: 'admin@demo.test', password: 'demo-password' };
let product = new Product(environment);
let token = '';
let project = '';

after(async () => {
  product.interrupt();
  await endAll(mark);
  await product.exited;
  rmSync(directory, { recursive: true, force: true });
});

test('npm start gets ready and says where', async () => {
  await product.untilReady();
  assert.match(product.said, new RegExp(`${base}/\\n`));
  assert.match(product.said, /admin@demo\.test with the password demo-password/);
});

test('a demo user logs in', async () => {
  const reply = await send(`${base}/auth/token/`, { body: ADMIN });
  assert.equal(reply.status, 200);
  token = String(reply.body['token']);
});

test('an organization is created, with a warning for a second one and nothing where it is asked for if missing', () => {
  const create = (...more: readonly string[]) => {
    const args = [
      'run',
      '--silent',
      'admin',
      '--',
      'create-organization',
      '--name',
      'Smoke',
      '--email',
      'smoke@smoke.test',
    ];
    return spawnSync('npm', [...args, ...more], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, ...environment },
    });
  };
  const said = [create('--password', 'smoke-password'), create('--if-missing'), create()];
  assert.deepEqual(
    said.map(({ status, stdout }) => [status, stdout.startsWith('pkt_')]),
    [
      [0, true],
      [0, false],
      [0, true],
    ],
  );
  assert.match(said[1]?.stderr ?? '', /exists already/);
  assert.match(said[2]?.stderr ?? '', /Warning: smoke@smoke\.test administers an organization Smoke already/);
});

test('the demo project has its artifacts', async () => {
  project = String(rows(await send(`${base}/projects/`, { token }))[0]?.['id']);
  const list = await send(`${base}/projects/${project}/artifacts/`, { token });
  assert.equal(list.status, 200);
  assert.ok(Number(list.body['count']) >= 9);
  const plan = rows(list).find(({ slug }) => slug === 'project-plan');
  assert.equal(plan?.['head_version_number'], 2);
  assert.equal(plan['published_version_number'], 1);
});

test('the documents of the demo project are read', async () => {
  const documents = `${base}/projects/${project}/documents/`;
  const list = await send(documents, { token });
  assert.equal(list.body['count'], 4);
  const terms = rows(list).find(({ name }) => name === 'passenger-terms.html');
  await until('its text is there', async () => {
    const text = await send(`${documents}${String(terms?.['id'])}/text/`, { token });
    return String(text.body['text']).includes('within five working days');
  });
});

test('what it stores is readable by its owner alone', () => {
  for (const folder of ['documents', 'search', 'logs', 'mails', 'nats'])
    assert.equal(statSync(join(directory, folder)).mode & 0o777, 0o700, folder);
});

test('search finds a passage by its meaning', async () => {
  await until('search returns the terms', async () => {
    const body = { query: 'How soon do I get my money back?', top_k: 3 };
    const found = await send(`${base}/projects/${project}/search/`, { token, body });
    return JSON.stringify(found.body).includes('within five working days');
  });
});

test('the README shows what its requests are answered with', async () => {
  const body = { query: 'How soon do I get my money back?' };
  await until('the terms are found by their meaning, too', async () => {
    const found = await send(`${base}/projects/${project}/search/`, { token, body });
    return /passenger-terms[^}]*"nearness":\d/.test(JSON.stringify(found.body));
  });
  const { requests, shown } = readmeExample(port);
  const [createAgain = ''] = requests.match(/^.*"technical_type".*$/m) ?? [];
  const answers = answersTo(`${requests}\n${createAgain}\n`);
  const [, appended, , , history, found, refusal] = answers;
  const [hit]: unknown[] = Array.isArray(found) ? found : [];
  for (const [at, answer] of [appended, history, hit, refusal].entries()) {
    const compared = asShown(answer, shown[at]);
    assert.equal(compared.answer, compared.shown);
  }
  assert.equal(shown.length, 4);
});

test('an artifact is created, appended to, published and read back', async () => {
  const artifacts = `${base}/projects/${project}/artifacts/`;
  const created = await send(artifacts, { token, body: { title: 'Smoke test', technical_type: 'markdown' } });
  assert.equal(created.status, 201);
  assert.equal(created.body['slug'], 'smoke-test');
  const appended = await send(`${artifacts}smoke-test/versions/`, { token, body: { payload: '# It works' } });
  assert.equal(appended.status, 201);
  assert.equal(appended.body['version_number'], 2);
  const published = await send(`${artifacts}smoke-test/versions/2/publish/`, { token, method: 'POST' });
  assert.equal(published.status, 200);
  const read = await send(`${artifacts}smoke-test/`, { token });
  assert.equal(read.body['payload'], '# It works');
});

test('an invited user gets an e-mail, shown on the printed page', async () => {
  const page = /Mail +(http:\S+)/.exec(product.said)?.[1] ?? '';
  assert.equal(page, `http://127.0.0.1:${mailPort}/`);
  const invited = { email: 'smoke@demo.test' };
  const reply = await send(`${base}/projects/${project}/invites/invite/`, { token, body: invited });
  assert.equal(reply.status, 201);
  await until('the e-mail is there', async () => (await (await fetch(page)).text()).includes(invited.email));
});

test('a bad request is 400 and names the field', async () => {
  const reply = await send(`${base}/projects/${project}/artifacts/`, { token, body: { title: '' } });
  assert.equal(reply.status, 400);
  assert.ok(Array.isArray(reply.body['title']));
});

test('a request without a credential is 401', async () => {
  assert.equal((await send(`${base}/projects/${project}/artifacts/`)).status, 401);
});

test('the API describes itself', async () => {
  const reply = await send(`${base}/openapi.json`);
  assert.match(String(reply.body['openapi']), /^3\.1/);
  assert.equal((await send(`${base}/docs`)).status, 200);
});

test('a second start in the same place is refused in one sentence', async () => {
  const second = new Product({ ...environment, PORT: '' });
  assert.notEqual(await second.exited, 0);
  assert.match(second.said, /It already runs in this checkout/);
});

test('Ctrl-C leaves no process', async () => {
  product.interrupt();
  assert.equal(await product.exited, 0);
  assert.deepEqual(await leftOver(mark), []);
});

test('started again from the same build, the data is still there, and the demo is not added twice', async () => {
  const builtAt = statSync(PROGRAM).ctimeMs;
  product = new Product(environment, ['--built']);
  await product.untilReady();
  const read = await send(`${base}/projects/${project}/artifacts/smoke-test/`, { token });
  assert.equal(read.body['payload'], '# It works');
  assert.equal((await send(`${base}/projects/`, { token })).body['count'], 1);
  assert.doesNotMatch(product.said, /Adding the demo data/);
  assert.equal(statSync(PROGRAM).ctimeMs, builtAt);
});

test('a service that is killed is started again', async () => {
  const { processes, health } = JSON.parse(readFileSync(join(directory, 'stack.json'), 'utf8')) as {
    processes: Record<string, number>;
    health: Record<string, string>;
  };
  process.kill(processes['knowledge'] ?? 0, 'SIGKILL');
  await until('it is ready again', async () => /knowledge is ready[^]*knowledge is ready/.test(product.said));
  assert.equal((await send(`${base}/projects/${project}/artifacts/smoke-test/`, { token })).status, 200);
  assert.equal((await fetch(`${health['knowledge']}/metrics`)).status, 200);
});

test('SIGTERM to npm alone leaves no process', async () => {
  product.kill('SIGTERM');
  await product.exited;
  assert.deepEqual(await leftOver(mark), []);
});

test('a launcher that is killed leaves no process, and the next start works', async () => {
  product = new Product(environment);
  await product.untilReady();
  const { launcher } = JSON.parse(readFileSync(join(directory, 'stack.json'), 'utf8')) as {
    launcher: { pid: number };
  };
  process.kill(launcher.pid, 'SIGKILL');
  await product.exited;
  assert.deepEqual(await leftOver(mark), []);
  product = new Product(environment);
  await product.untilReady();
  assert.equal((await send(`${base}/projects/${project}/artifacts/smoke-test/`, { token })).status, 200);
  product.interrupt();
  assert.equal(await product.exited, 0);
});

test('a port that is taken is named in one sentence', async () => {
  const other = createServer().listen(port, '127.0.0.1');
  product = new Product(environment);
  assert.equal(await product.exited, 1);
  assert.match(product.said, new RegExp(`Port ${port} is taken by another program`));
  await new Promise((resolve) => other.close(resolve));
});

test('wrong configuration stops the start in one sentence', async () => {
  product = new Product({ ...environment, SEARCH_INDEX: '/dev/null/search' });
  assert.equal(await product.exited, 1);
  assert.match(product.said, /SEARCH_INDEX: Nothing can be written to the folder \(.*\)\. Name one/);
  assert.deepEqual(await leftOver(mark), []);
});

test('started in the background by a script that ends, it goes on, and a stop says why', async () => {
  const log = join(directory, 'background.log');
  const script = spawn('sh', ['-c', 'npm start > "$0" 2>&1 &', log], {
    cwd: ROOT,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, ...environment },
  });
  await new Promise((resolve) => script.once('exit', resolve));
  const said = (): string => (existsSync(log) ? readFileSync(log, 'utf8') : '');
  await until('it is ready', () => Promise.resolve(said().includes('Ctrl-C stops it.')), READY_WITHIN_MS);
  // The launcher checks every second whether npm is gone.
  await sleep(3_000);
  assert.equal((await send(`${base}/projects/`, { token })).status, 200);
  const { launcher } = JSON.parse(readFileSync(join(directory, 'stack.json'), 'utf8')) as {
    launcher: { pid: number };
  };
  process.kill(launcher.pid, 'SIGTERM');
  assert.deepEqual(await leftOver(mark), []);
  assert.match(said(), /Stopping: SIGTERM\./);
});
