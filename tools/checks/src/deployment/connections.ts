import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../walls/workspace.ts';

const POOL_SIZE = /@Env\('DATABASE_POOL_SIZE'\)\n\s*@Integer\(\{[^}]*default: (\d+) \}\)/;
/** The connections that a process has for its jobs, in addition to its pool. */
const OF_JOBS = 2;
/** The connections that PostgreSQL reserves for superusers. */
const KEPT = 3;

interface ComposeService {
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, unknown>>;
}

/** PostgreSQL must accept the connections that all services open while each has twice its processes, as in a rollout. */
export function judgeConnections(services: Readonly<Record<string, ComposeService>>): string[] {
  const settings = services['postgres']?.command ?? [];
  const accepted = Number(/^max_connections=(\d+)$/m.exec(settings.join('\n'))?.[1] ?? 100) - KEPT;
  const opening = Object.values(services).filter(hasPool).length;
  const needed = 2 * opening * (poolSize() + OF_JOBS);
  return accepted >= needed
    ? []
    : [`docker-compose.yml: postgres accepts ${accepted} connections, in a rollout ${needed} may be opened.`];
}

function hasPool({ environment = {} }: ComposeService): boolean {
  return Object.keys(environment).some((variable) => variable.endsWith('DATABASE_URL'));
}

/** How many connections the pool of a process opens by default. */
function poolSize(): number {
  const [, size] =
    POOL_SIZE.exec(readFileSync(join(ROOT, 'libs/platform/src/config/platform.config.ts'), 'utf8')) ?? [];
  if (size === undefined) throw new Error('DATABASE_POOL_SIZE has no default.');
  return Number(size);
}
