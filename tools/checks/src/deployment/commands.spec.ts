import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { kindOf, readProjects, ROOT } from '../walls/workspace.ts';

const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8').replaceAll('\\\n', '');
const commands = page.match(/docker compose [^`\n]+/g) ?? [];

test('docs/operations.md: no command reads a file in a container that is still the one of its last start', () =>
  assert.deepEqual(
    commands.filter((command) => command.includes('/docker-entrypoint-initdb.d')),
    [],
  ));

test('docs/operations.md: commands for the files of another user have what root needs for it', () => {
  const asRoot = commands.filter((command) => command.includes('--user root'));
  assert.equal(asRoot.length, 2);
  for (const command of asRoot)
    assert.match(command, / --cap-add CHOWN --cap-add DAC_OVERRIDE --cap-add FOWNER /);
});

test('docs/operations.md: commands for the services name each of them', () => {
  const apps = readProjects().filter((project) => kindOf(project) === 'app');
  const services = apps.map(({ folder }) => folder.slice('apps/'.length)).filter((app) => app !== 'gateway');
  const forServices = commands.filter((command) => / identity knowledge /.test(command));
  assert.equal(forServices.length, 1);
  for (const command of forServices)
    assert.deepEqual(
      services.filter((service) => !command.split(' ').includes(service)),
      [],
    );
});
