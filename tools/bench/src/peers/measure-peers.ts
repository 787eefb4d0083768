import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Stack, closeWhenStopped, freePort } from '@pks/stack';
import pg from 'pg';
import { type Contender, processesOf, requestsOf } from '../contenders.ts';
import type { Watched } from '../cpu.ts';
import { type Rounds, type Run, measureOnce } from '../measure.ts';
import { startProduct } from '../product.ts';
import { type SeedSize, type Seeded, seed } from '../seed.ts';
import { creates } from './creates.ts';
import { directus, directusWithCache } from './directus.ts';
import { django } from './django.ts';
import { untilIdle } from './idle.ts';
import { POINTS, type Peer, type PeerRequests, type Point, type RunningPeer, Unavailable } from './peer.ts';
import { probe } from './probe.ts';
import { strapi } from './strapi.ts';
import { NEW_ROW } from './table.ts';
import { type Cell, behindIn, cellTable } from './verdict.ts';

const PEERS: readonly Peer[] = [directus, directusWithCache, strapi, django];

/** What was created, so that the next peer finds the table as it was. */
const CREATED = `
  WITH created AS (DELETE FROM knowledge.artifacts WHERE slug LIKE 'created-%' RETURNING project_id, id)
  DELETE FROM knowledge.changelog_entries USING created
   WHERE changelog_entries.project_id = created.project_id AND artifact_id = created.id`;

/** Measures the product beside its peers, one peer at a time: both run, and are loaded in turn. Returns the results as text. */
export async function measurePeers(size: SeedSize, rounds: Rounds, say: Say): Promise<string> {
  const cache = await openCache();
  say(`peers are kept in ${cache}`);
  const { stack, close } = await startProduct(say);
  try {
    say('seeding');
    const seeded = await seed(stack.databaseUrl, size);
    const bench = { stack, seeded, size, rounds, cache, say };
    const [cells, sentences]: [Cell[], string[]] = [[], []];
    for (const peer of PEERS) {
      try {
        cells.push(...(await measureBeside(peer, bench)));
        sentences.push(`${peer.setup}.`);
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        sentences.push(`${peer.name} was not measured: ${error.message}.`);
      }
    }
    return report(cells, sentences, bench);
  } finally {
    await close();
  }
}

type Say = (sentence: string) => void;

interface Bench {
  readonly stack: Stack;
  readonly seeded: Seeded;
  readonly size: SeedSize;
  readonly rounds: Rounds;
  readonly cache: string;
  readonly say: Say;
}

async function openCache(): Promise<string> {
  const home = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const folder = join(home, 'project-knowledge', 'peers');
  await mkdir(folder, { recursive: true });
  return folder;
}

async function measureBeside(peer: Peer, bench: Bench): Promise<Cell[]> {
  const { stack, seeded, size, cache, say } = bench;
  await peer.install({ folder: cache, say });
  const folder = await mkdtemp(join(tmpdir(), 'pks-peer-'));
  const discard = (): Promise<void> => rm(folder, { recursive: true, force: true });
  closeWhenStopped(discard);
  try {
    say(`starting ${peer.name}`);
    const running = await peer.start({
      cache,
      folder,
      databaseUrl: await createDatabase(stack.databaseUrl, peer),
      port: await freePort(),
      projectIds: seeded.projectIds,
      artifactsEach: size.artifactsEach,
    });
    try {
      return await measureCells(peer, running, bench);
    } finally {
      await running.stop();
    }
  } finally {
    await discard();
    await inDatabase(stack.databaseUrl, async (client) => {
      await client.query(CREATED);
      await client.query('VACUUM ANALYZE knowledge.artifacts');
    });
  }
}

/** A database of its own, on the product's server. Returns its address. */
async function createDatabase(databaseUrl: string, { name }: Peer): Promise<string> {
  const database = `peer_${name.toLowerCase().replaceAll(' ', '_')}`;
  await inDatabase(databaseUrl, (client) => client.query(`CREATE DATABASE ${database}`));
  const address = new URL(databaseUrl);
  address.pathname = `/${database}`;
  return address.href;
}

async function inDatabase(databaseUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function measureCells(peer: Peer, running: RunningPeer, bench: Bench): Promise<Cell[]> {
  const { stack, seeded, rounds, say } = bench;
  const { origin } = new URL(stack.baseUrl);
  const own = productRequests(seeded);
  await probe(origin, seeded.token, own);
  await probe(running.origin, running.token, running.requests);
  const cells: Cell[] = [];
  for (const point of POINTS) {
    const product = { name: point, origin, token: seeded.token, processes: processesFor(point, stack) };
    const processes = { process: running.pid, postgres: stack.servers['postgres'] ?? 0 };
    const pair = {
      product: { ...product, requests: own[point], baselines: [] },
      other: { ...running, name: peer.name, requests: running.requests[point], processes, baselines: [] },
    };
    for (const connections of [rounds.connections, 1]) {
      say(`${point} at ${connections} connections: the product and ${peer.name}`);
      cells.push({ peer: peer.name, point, connections, ...(await inTurn(pair, connections, bench)) });
    }
  }
  return cells;
}

/** A new artifact has a published version, which is announced and indexed. */
function processesFor(point: Point, stack: Stack): Watched {
  const pidOf = (service: string): number => stack.services[service]?.pid ?? 0;
  const effects = { notifications: pidOf('notifications'), search: pidOf('search') };
  return { ...processesOf(stack), ...(point === 'create' ? effects : {}) };
}

/** Loads both in turn, round after round, each once nothing that was caused before is under way. The first round is the warm-up. */
async function inTurn(
  pair: { readonly product: Contender; readonly other: Contender },
  connections: number,
  { stack, rounds }: Bench,
): Promise<{ product: Run[]; other: Run[] }> {
  const runs = { product: [] as Run[], other: [] as Run[] };
  for (let round = 0; round <= rounds.rounds; round += 1) {
    for (const side of ['product', 'other'] as const) {
      await untilIdle(Object.values(stack.services).map(({ pid }) => pid));
      const seconds = round === 0 ? rounds.warmUpSeconds : rounds.seconds;
      const run = await measureOnce(pair[side], connections, seconds);
      if (round > 0) runs[side].push(run);
    }
  }
  return runs;
}

function productRequests(seeded: Seeded): PeerRequests {
  const { list, detail } = requestsOf(seeded);
  const {
    semantic_type: _,
    display_order: _order,
    head_version_number: _head,
    version_count: _count,
    ...row
  } = NEW_ROW;
  const create = creates(seeded.projectIds, (project, name) => ({
    path: `/api/v1/projects/${project}/artifacts/`,
    body: { ...row, title: name },
  }));
  return { list, detail, create };
}

function report(cells: readonly Cell[], sentences: readonly string[], { size, rounds }: Bench): string {
  const behind = behindIn(cells);
  return [
    `${size.projects} projects x ${size.artifactsEach} artifacts; lists of 20 with their total; medians of ${rounds.rounds} rounds in turn of ${rounds.seconds} s;`,
    '"beside" is the peer, "ratio" what the product has of it; the same PostgreSQL, a token checked for each request.',
    ...sentences,
    '',
    cellTable(cells),
    '',
    behind.length === 0
      ? 'The product is behind in nothing.'
      : `The product is behind in:\n${behind.map((phrase) => `  ${phrase}`).join('\n')}`,
    '',
  ].join('\n');
}
