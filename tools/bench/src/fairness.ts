import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LoadRequest } from './connection.ts';
import { type Load, type LoadResult, send } from './load.ts';
import type { Seeded } from './seed.ts';

/** A flood: the requests that one project sends at full speed, and the number of connections. */
interface Flood {
  readonly name: string;
  readonly connections: number;
  readonly requests: (project: string) => LoadRequest[];
}

const get = (path: string): LoadRequest[] => [{ method: 'GET', path }];
const artifacts = (project: string): string => `/api/v1/projects/${project}/artifacts/`;
const SHORT_LIST = (project: string): LoadRequest[] => get(`${artifacts(project)}?limit=20`);

const FLOODS: readonly Flood[] = [
  { name: 'list, limit=20', connections: 64, requests: SHORT_LIST },
  { name: 'list, limit=20', connections: 256, requests: SHORT_LIST },
  { name: 'list, limit=20', connections: 1_000, requests: SHORT_LIST },
  {
    name: 'list, limit=1000',
    connections: 64,
    requests: (project) => get(`${artifacts(project)}?limit=1000`),
  },
  {
    name: 'diff of two versions',
    connections: 64,
    requests: (project) => get(`${artifacts(project)}artifact-1/versions/2/diff/`),
  },
];

/** The approximate rate of an honest tenant, over one connection. */
const HONEST_PER_SECOND = 10;

/** The effect on one tenant while another sends at full speed, as text. */
export async function measureFairness(origin: string, seeded: Seeded, seconds: number): Promise<string> {
  const [flooding = '', honest = ''] = seeded.projectIds;
  const { token } = seeded;
  const patient: Load = {
    origin,
    token,
    requests: SHORT_LIST(honest),
    connections: 1,
    seconds,
    intervalMs: 1000 / HONEST_PER_SECOND,
  };
  // The first seconds of a process are not representative: its functions are still being optimized.
  await send({ origin, token, requests: SHORT_LIST(flooding), connections: 64, seconds: 5 });
  const lines = [line('alone', await send(patient))];
  for (const { name, connections, requests } of FLOODS) {
    // The flood begins before the honest tenant and ends after it, so that it accompanies every request.
    const flood = flooded({ origin, token, requests: requests(flooding), connections, seconds: seconds + 2 });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const result = await send(patient);
    lines.push(line(`beside ${connections} x ${name}`, result, await flood));
  }
  return [HEAD, ...lines].join('\n');
}

const HEAD = `${HONEST_PER_SECOND} requests a second of one project, beside another at full speed:

${''.padEnd(36)}${['p50 ms', 'p99 ms', 'refused'].map((cell) => cell.padStart(9)).join('')}   the other`;

function line(name: string, { p50, p99, failed }: LoadResult, other?: LoadResult): string {
  const cells = [p50.toFixed(1), p99.toFixed(1), String(failed)].map((cell) => cell.padStart(9));
  const refusals = Object.entries(other?.refused ?? {}).map(([status, count]) => `${count} x ${status}`);
  const said = other
    ? [`${other.perSecond.toFixed(0)}/s`, `p99 ${other.p99.toFixed(0)} ms`, ...refusals]
    : [];
  return `${name.padEnd(36)}${cells.join('')}   ${said.join(', ')}`.trimEnd();
}

async function flooded(load: Load): Promise<LoadResult> {
  const worker = new Worker(new URL('./flood.ts', import.meta.url), { workerData: load });
  const [result] = (await once(worker, 'message')) as [LoadResult];
  return result;
}
