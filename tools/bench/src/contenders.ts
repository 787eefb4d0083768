import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeWhenStopped, freePort, type Stack } from '@pks/stack';
import type { Watched } from './cpu.ts';
import type { LoadRequest } from './connection.ts';
import type { Seeded } from './seed.ts';

/** A server to measure: its address, its requests, and the processes whose CPU time counts. */
export interface Contender {
  readonly name: string;
  readonly origin: string;
  /** The credential of its requests. */
  readonly token: string;
  readonly requests: readonly LoadRequest[];
  readonly processes: Watched;
  /** The names of the baselines with which it is compared: (a), (b) or both. */
  readonly baselines: readonly string[];
}

/** A server to compare the product with, in one process of its own. */
export interface Baseline {
  readonly origin: string;
  readonly process: ChildProcess;
}

/** Starts a baseline and resolves once it responds. */
export async function startBaseline(file: string, databaseUrl: string, path: string): Promise<Baseline> {
  const port = await freePort();
  const program = fileURLToPath(new URL(`./baselines/${file}`, import.meta.url));
  const env = { ...process.env, DATABASE_URL: databaseUrl, PORT: String(port) };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  closeWhenStopped(() => Promise.resolve(child.kill()));
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(origin + path).catch(() => undefined);
    if (answer?.ok) return { origin, process: child };
    await sleep(100);
  }
  child.kill();
  throw new Error(`The baseline ${file} does not answer.`);
}

/**
 * The number of artifacts of each project that the product publishes, and of others that a baseline
 * publishes.
 */
const MOST_PUBLISHED = 100;

/** The requests of each measurement, spread over all projects. */
export function requestsOf(
  seeded: Seeded,
): Record<
  'list' | 'detail' | 'hotSearch' | 'append' | 'keyedAppend' | 'publish' | 'publishOthers',
  LoadRequest[]
> {
  const slug = (index: number): string => seeded.slugs[(index * 37) % seeded.slugs.length] ?? '';
  const each = (make: (base: string, index: number) => LoadRequest[]): LoadRequest[] =>
    seeded.projectIds.flatMap((id, index) => make(`/api/v1/projects/${id}/artifacts/`, index));
  const content = JSON.stringify({
    payload: 'A sentence that is appended. '.repeat(70),
    short_name: 'Measured',
  });
  const appends = each((base, index) => [
    { method: 'POST', path: `${base}${slug(index)}/versions/`, body: content },
  ]);
  return {
    list: each((base) => [{ method: 'GET', path: `${base}?limit=20` }]),
    detail: each((base, index) => [{ method: 'GET', path: `${base}${slug(index)}/` }]),
    hotSearch: seeded.projectIds.slice(0, 1).map((id) => ({
      method: 'POST',
      path: `/api/v1/projects/${id}/search/`,
      body: JSON.stringify({ query: 'what is known of it', top_k: 5 }),
    })),
    append: appends,
    keyedAppend: appends.map((request) => ({ ...request, isKeyed: true })),
    publish: publishes(seeded.projectIds, seeded.slugs.slice(0, MOST_PUBLISHED)),
    publishOthers: publishes(seeded.projectIds, seeded.slugs.slice(-MOST_PUBLISHED)),
  };
}

/**
 * Each request publishes an artifact other than those of the many requests before, at a version that is not
 * the published one.
 */
function publishes(projectIds: readonly string[], slugs: readonly string[]): LoadRequest[] {
  return [2, 1].flatMap((version) =>
    slugs.flatMap((slug) =>
      projectIds.map((id): LoadRequest => {
        const path = `/api/v1/projects/${id}/artifacts/${slug}/versions/${version}/publish/`;
        return { method: 'POST', path };
      }),
    ),
  );
}

/** The processes that a request to the product occupies. */
export function processesOf(stack: Stack): Watched {
  return {
    gateway: stack.services['gateway']?.pid ?? 0,
    service: stack.services['knowledge']?.pid ?? 0,
    identity: stack.services['identity']?.pid ?? 0,
    postgres: stack.servers['postgres'] ?? 0,
    nats: stack.servers['nats'] ?? 0,
  };
}

/** The processes that the effects of a publication occupy. */
export function effectsOf({ services }: Stack): Watched {
  return {
    notifications: services['notifications']?.pid ?? 0,
    search: services['search']?.pid ?? 0,
  };
}
