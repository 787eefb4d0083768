import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../walls/workspace.ts';
import { judgeCompose } from './compose.ts';
import { judgeDockerfile } from './dockerfile.ts';

const compose = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');

function newIn(before: readonly string[], after: readonly string[]): string[] {
  return after.filter((sentence) => !before.includes(sentence));
}

const COMPOSE_FAULTS = [
  ['an unknown variable', 'ASSISTANT_NAME:', 'ASISTANT_NAME:'],
  ['a program that no source builds', '[apps/knowledge/dist/main.js]', '[apps/knowledge/dist/mian.js]'],
  ['a file that is missing', './tools/deployment/nats.conf', './tools/deployment/nuts.conf'],
  ['a secret with a default', '${CALLER_SECRET:?', '${CALLER_SECRET:-'],
  ['an address with a default', '${PUBLIC_BASE_URL:?', '${PUBLIC_BASE_URL:-'],
  ['a service that is missing', 'nats: { condition', 'nuts: { condition'],
  ['a variable that the documentation does not name', '${REGION:-}', '${RIGION:-}'],
  ['a database that is published', '    shm_size: 256mb', "    ports: ['5432:5432']"],
] as const;

for (const [name, part, fault] of COMPOSE_FAULTS) {
  test(`docker-compose.yml: sees ${name}`, () => {
    assert.ok(compose.includes(part));
    assert.notDeepEqual(newIn(judgeCompose(compose), judgeCompose(compose.replaceAll(part, fault))), []);
  });
}

const DOCKERFILE_FAULTS = [
  ['a path that is missing', 'COPY libs libs', 'COPY lib libs'],
  ['a manifest that is forgotten', 'COPY tools/stack/package.json tools/stack/\n', ''],
  ['a stage that is missing', '--from=build', '--from=built'],
  ['an unknown variable', 'HEALTH_PORT=', 'HEALT_PORT='],
  ['an image that runs as root', 'USER node\n', ''],
] as const;

for (const [name, part, fault] of DOCKERFILE_FAULTS) {
  test(`Dockerfile: sees ${name}`, () => {
    assert.ok(dockerfile.includes(part));
    assert.notDeepEqual(
      newIn(judgeDockerfile(dockerfile), judgeDockerfile(dockerfile.replace(part, fault))),
      [],
    );
  });
}
