import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Stack, closeWhenStopped, freePort } from '@pks/stack';
import pg from 'pg';
import { type Contender, processesOf, requestsOf } from '../contenders.ts';
import type { Watched } from '../cpu.ts';
import { type Rounds, type Run, measureOnce } from '../measure.ts';
import type { SeedSize, Seeded } from '../seed.ts';
import { creates } from './creates.ts';
import { untilIdle } from '../idle.ts';
import { POINTS, type Peer, type PeerRequests, type Point, type RunningPeer } from './peer.ts';
import { probe } from './probe.ts';
import { NEW_ROW } from './table.ts';
import type { Cell } from './verdict.ts';

/** The running product, and the parameters of the measurement. */
export interface Bench {
  readonly stack: Stack;
  readonly seeded: Seeded;
  readonly size: SeedSize;
  readonly rounds: Rounds;
  /** The folder in which peers are installed. */
  readonly cache: string;
  readonly say: (sentence: string) => void;
}

/** The measurements beside a peer. */
export interface Beside {
  /** Empty if the peer could not be installed or started here. */
  readonly cells: readonly Cell[];
  /** How the peer was set up, or why it was not measured. */
  readonly sentence: string;
}

/** Measures the product beside a peer, which runs only during the measurement. */
export async function measureBeside(peer: Peer, bench: Bench): Promise<Beside> {
  const folder = await mkdtemp(join(tmpdir(), 'pks-peer-'));
  const discard = (): Promise<void> => rm(folder, { recursive: true, force: true });
  closeWhenStopped(discard);
  try {
    const running = await begin(peer, folder, bench);
    if (running instanceof Error) {
      return { cells: [], sentence: `${peer.name} was not measured: ${running.message}.` };
    }
    try {
      return { cells: await measureCells(peer, running, bench), sentence: `${running.setup}.` };
    } finally {
      await running.stop();
    }
  } finally {
    await discard();
    await restore(peer, bench);
  }
}

/** Installs, starts and probes a peer. Any failure becomes the reason why it is not measured. */
async function begin(peer: Peer, folder: string, bench: Bench): Promise<RunningPeer | Error> {
  const { stack, seeded, size, cache, say } = bench;
  try {
    await mkdir(cache, { recursive: true });
    await peer.install({ folder: cache, say });
    say(`starting ${peer.name}`);
    const running = await peer.start({
      cache,
      folder,
      databaseUrl: await createDatabase(stack.databaseUrl, peer),
      port: await freePort(),
      projectIds: seeded.projectIds,
      artifactsEach: size.artifactsEach,
    });
    return await probe(running.origin, running.token, running.requests).then(
      () => running,
      async (error: unknown) => {
        await running.stop();
        throw error;
      },
    );
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const databaseOf = ({ name }: Peer): string => `peer_${name.toLowerCase().replaceAll(' ', '_')}`;

/** Creates a database for a peer on the product's server. Returns its address. */
async function createDatabase(databaseUrl: string, peer: Peer): Promise<string> {
  const database = databaseOf(peer);
  await inDatabase(databaseUrl, (client) => client.query(`CREATE DATABASE ${database}`));
  const address = new URL(databaseUrl);
  address.pathname = `/${database}`;
  return address.href;
}

/** Deletes what the product created during the measurement. */
const CREATED = `
  WITH created AS (DELETE FROM knowledge.artifacts WHERE slug LIKE 'created-%' RETURNING project_id, id)
  DELETE FROM knowledge.changelog_entries USING created
   WHERE changelog_entries.project_id = created.project_id AND artifact_id = created.id`;

/** Restores the product's table for the next peer. */
async function restore(peer: Peer, { stack }: Bench): Promise<void> {
  await inDatabase(stack.databaseUrl, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${databaseOf(peer)} WITH (FORCE)`);
    await client.query(CREATED);
    await client.query('VACUUM ANALYZE knowledge.artifacts');
  });
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
  const own = productRequests(seeded, peer.name);
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

/** The processes that count: a new artifact has a published version, which causes notifications and indexing. */
function processesFor(point: Point, stack: Stack): Watched {
  const pidOf = (service: string): number => stack.services[service]?.pid ?? 0;
  const effects = { notifications: pidOf('notifications'), search: pidOf('search') };
  return { ...processesOf(stack), ...(point === 'create' ? effects : {}) };
}

/**
 * Loads both in turn, round after round; each run waits until the effects of the one before are completed. The first round is the
 * warm-up.
 */
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

/** The requests to the product; the names of created artifacts begin with a word that makes them unique. */
export function productRequests(seeded: Seeded, word: string): PeerRequests {
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
    body: { ...row, title: `${name} beside ${word}` },
  }));
  return { list, detail, create };
}
