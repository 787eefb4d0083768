import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../walls/workspace.ts';

const STORED = 'tools/deployment/nats-users.conf';
const PROGRAM = join(ROOT, 'libs/platform/dist/bus-users/print.js');

/** What is wrong with the users of NATS, which must be those that the contracts declare. */
export function judgeNatsUsers(text: string = readFileSync(join(ROOT, STORED), 'utf8')): string[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM], { encoding: 'utf8' });
  if (status !== 0) return [`${STORED}: nothing to compare it with, build first. ${stderr}`];
  return stdout === text
    ? []
    : [`${STORED} is not what the contracts declare: run npm run nats:users, and review the difference.`];
}

/** What is wrong with the environment for NATS of a service in docker-compose.yml. */
export function judgeNatsAccess(name: string, environment: Readonly<Record<string, unknown>>): string[] {
  const variable = `NATS_${name.toUpperCase()}_PASSWORD`;
  const url = new RegExp(`^nats://${name}:\\$\\{${variable}:\\?[^}]+\\}@nats:4222$`);
  return url.test(String(environment['NATS_URL']))
    ? []
    : [`docker-compose.yml: ${name} does not connect to NATS with its own user.`];
}

/** All passwords that the server takes from its environment must be given there, in quotes. */
export function judgeNatsPasswords(environment: Readonly<Record<string, unknown>>): string[] {
  const text = readFileSync(join(ROOT, STORED), 'utf8');
  return [...text.matchAll(/password: \$(\S+)/g)]
    .map(([, variable = '']) => variable)
    .filter((variable) => !String(environment[variable]).startsWith(`"\${${variable}:?`))
    .map((variable) => `docker-compose.yml: nats needs ${variable}, in quotes.`);
}
