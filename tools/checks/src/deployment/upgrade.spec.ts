import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { kindOf, readProjects, ROOT } from '../walls/workspace.ts';

/**
 * A stand-in for Docker 25, as old as the product supports: keeps the containers of each service in a file, one per line, and appends
 * its arguments to `asked`. The new containers of the service BROKEN do not become healthy, and of MISSING there are none.
 */
const DOCKER = `#!/bin/sh
cd "$(dirname "$0")/running"
echo "$*" >> ../asked
for last in "$@"; do :; done
case "$*" in
  'compose ps'*) cat "$last" 2>/dev/null ;;
  'compose config'*) echo "        published: \\"$PUBLISHED_PORT\\"" ;;
  *--scale*)
    test "$last" != "$MISSING" || exit 1
    for old in $(cat "$last"); do echo "$old-new" >> "$last"; done
    test "$last" != "$BROKEN" ;;
  logs*) echo "what $last logged" ;;
  *--timeout*) echo 'unknown flag: --timeout' >&2; exit 125 ;;
  'rm --force') echo '"docker rm" requires at least 1 argument.' >&2; exit 1 ;;
  rm*) for gone in "$@"; do sed -i "/^$gone$/d" *; done ;;
  *--no-deps*) echo "$last-1" > "$last" ;;
esac
`;

const services = readProjects()
  .filter((project) => kindOf(project) === 'app')
  .map(({ folder }) => folder.slice('apps/'.length))
  .filter((app) => app !== 'gateway');

interface Upgrade {
  readonly status: number | null;
  readonly printed: string;
  readonly complaint: string;
  readonly asked: readonly string[];
  readonly containers: (service: string) => readonly string[];
}

/** What the script does while these containers run. */
function upgrade(
  test: TestContext,
  running: Readonly<Record<string, readonly string[]>>,
  env: Readonly<Record<string, string>> = {},
): Upgrade {
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'docker'), DOCKER);
  chmodSync(join(folder, 'docker'), 0o755);
  mkdirSync(join(folder, 'running'));
  for (const [service, names] of Object.entries(running))
    writeFileSync(join(folder, 'running', service), `${names.join('\n')}\n`);
  const lines = (file: string) => readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean);
  const containers = (service: string) => lines(join('running', service));
  const { status, stdout, stderr } = spawnSync(join(ROOT, 'tools/deployment/upgrade.sh'), {
    encoding: 'utf8',
    env: { PUBLISHED_PORT: '3000', ...env, PATH: `${folder}${delimiter}${process.env['PATH']}` },
  });
  return { status, printed: stdout, complaint: stderr, asked: lines('asked'), containers };
}

const oneOfEach = Object.fromEntries([...services, 'gateway'].map((name) => [name, [`${name}-1`]]));

test('upgrade.sh: every service gets new containers before its old ones stop, the gateway comes last', (context) => {
  const { status, asked, containers } = upgrade(context, { ...oneOfEach, search: ['search-1', 'search-2'] });
  assert.equal(status, 0);
  for (const service of services.filter((name) => name !== 'search'))
    assert.deepEqual(containers(service), [`${service}-1-new`]);
  assert.deepEqual(containers('search'), ['search-1-new', 'search-2-new']);
  const ofSearch = asked.filter((words) => words.includes('search') && !words.includes(' ps '));
  assert.deepEqual(ofSearch, [
    'compose up --detach --wait --no-deps --no-recreate --scale search=4 search',
    'stop -t 30 search-1 search-2',
    'rm search-1 search-2',
  ]);
  assert.deepEqual(containers('gateway'), ['gateway-1']);
  assert.equal(asked.at(-1), 'compose up --detach --wait');
});

test('upgrade.sh: a service that does not run is started', (context) => {
  const { status, containers } = upgrade(context, { ...oneOfEach, feedback: [] });
  assert.equal(status, 0);
  assert.deepEqual(containers('feedback'), ['feedback-1']);
});

test('upgrade.sh: new containers that do not become healthy are removed, the old ones and all that follow stay', (context) => {
  const { status, printed, complaint, asked, containers } = upgrade(context, oneOfEach, { BROKEN: 'search' });
  assert.equal(status, 1);
  assert.match(printed, /what search-1-new logged/);
  assert.match(complaint, /^The new containers of search did not become healthy/);
  assert.deepEqual(containers('search'), ['search-1']);
  assert.deepEqual(containers('agents'), ['agents-1']);
  assert.ok(!asked.some((words) => words.startsWith('stop') && words.includes('search')));
  assert.ok(!asked.includes('compose up --detach --wait'));
});

test('upgrade.sh: where no new container can be made, it ends in the same way', (context) => {
  const { status, complaint, containers } = upgrade(context, oneOfEach, { MISSING: 'search' });
  assert.equal(status, 1);
  assert.match(complaint, /^The new containers of search did not become healthy/);
  assert.deepEqual(containers('search'), ['search-1']);
});

test('upgrade.sh: a gateway with a range of ports is replaced like a service', (context) => {
  const { status, containers } = upgrade(context, oneOfEach, { PUBLISHED_PORT: '3000-3001' });
  assert.equal(status, 0);
  assert.deepEqual(containers('gateway'), ['gateway-1-new']);
});
