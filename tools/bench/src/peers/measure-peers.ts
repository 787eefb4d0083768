import { homedir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '../product.ts';
import type { Rounds } from '../measure.ts';
import { type SeedSize, seed } from '../seed.ts';
import { type Bench, type Beside, measureBeside, productRequests } from './beside.ts';
import { directus, directusWithCache } from './directus.ts';
import { django } from './django.ts';
import type { Peer } from './peer.ts';
import { probe } from './probe.ts';
import { strapi } from './strapi.ts';
import { type Cell, behindIn, cellTable, costsOf } from './verdict.ts';

const PEERS: readonly Peer[] = [directus, directusWithCache, strapi, django];

/** The parameters of measuring the product beside its peers. */
export interface PeerRun {
  readonly size: SeedSize;
  readonly rounds: Rounds;
  readonly say: (sentence: string) => void;
  /** Once aborted, no further peer is measured. */
  readonly signal: AbortSignal;
}

/** Measures the product beside its peers, one peer at a time: both run, and are loaded in turn. Returns the results as text. */
export async function measurePeers({ size, rounds, say, signal }: PeerRun): Promise<string> {
  const cache = join(
    process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
    'project-knowledge',
    'peers',
  );
  say(`peers are kept in ${cache}`);
  const { stack, close } = await startProduct(say, {}, { keeps: true });
  try {
    say('seeding');
    const seeded = await seed(stack.databaseUrl, size);
    await probe(new URL(stack.baseUrl).origin, seeded.token, productRequests(seeded, 'probe'));
    const bench = { stack, seeded, size, rounds, cache, say };
    const all: Beside[] = [];
    for (const peer of PEERS) {
      signal.throwIfAborted();
      all.push(await measureBeside(peer, bench));
    }
    return report(all, bench);
  } finally {
    await close();
  }
}

function report(all: readonly Beside[], { size, rounds }: Bench): string {
  const cells = all.flatMap((one) => one.cells);
  return [
    `${size.projects} projects x ${size.artifactsEach} artifacts; lists of 20 with their total; medians of ${rounds.rounds} rounds in turn of ${rounds.seconds} s;`,
    '"beside" is the peer, "ratio" what the product has of it; the same PostgreSQL, a token checked for each request.',
    ...all.map(({ sentence }) => sentence),
    ...(cells.length === 0 ? [] : measured(cells, rounds)),
    '',
  ].join('\n');
}

function measured(cells: readonly Cell[], { connections }: Rounds): string[] {
  const behind = behindIn(cells);
  return [
    '',
    cellTable(cells),
    '',
    `CPU µs of a request to the product, at ${connections} connections:`,
    ...costsOf(cells).map((line) => `  ${line}`),
    '',
    behind.length === 0 ? 'The product is behind in nothing.' : 'The product is behind in:',
    ...behind.map((phrase) => `  ${phrase}`),
  ];
}
