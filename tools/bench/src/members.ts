import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { Stack } from '@pks/stack';
import pg from 'pg';
import { cpuSeconds } from './cpu.ts';
import { processesOf } from './contenders.ts';
import { aReader, bearer, post } from './events.ts';
import { median } from './measure.ts';
import type { Seeded } from './seed.ts';

const FEW = 3;
const MANY = 10_000;
/** The number of publications per project and turn. */
const PUBLISHES = 50;
const TURNS = 6;

const USERS = `
  WITH added AS (
    INSERT INTO identity.users (id, email, password_hash, is_active, date_joined)
    SELECT gen_random_uuid(), 'member-' || n || '@bench.test', 'none', true, now() FROM generate_series(1, ${MANY}) n
    RETURNING id)
  INSERT INTO identity.organization_users (organization_id, user_id, role, created_at)
  SELECT o.id, added.id, 'member', now() FROM added, (SELECT id FROM identity.organizations LIMIT 1) o`;

const JOIN = `
  INSERT INTO identity.project_users (project_id, id, user_id, permissions, profile, created_at)
  SELECT $1, gen_random_uuid(), id, '{CAN_VIEW_DATA}', 'contributor', now()
    FROM identity.users WHERE email LIKE 'member-%' ORDER BY id LIMIT $2`;

/** A project with a number of members, and a reader's stream of its notifications. */
interface Place {
  readonly members: number;
  readonly base: string;
  readonly events: Readable;
}

/** What the publications of a turn took: until the reader was told of each, in milliseconds, and seconds of CPU. */
interface Turn {
  readonly told: readonly number[];
  readonly cpu: number;
}

/**
 * Measures the cost of a publication, and the delay until a member is notified, in a project of few and in one
 * of many members, in turn.
 */
export async function measureMembers(stack: Stack, seeded: Seeded): Promise<string> {
  const [, few = '', many = ''] = seeded.projectIds;
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    await client.query(USERS);
    // The publisher and the reader are also members.
    await client.query(JOIN, [few, FEW - 2]);
    await client.query(JOIN, [many, MANY - 2]);
  } finally {
    await client.end();
  }
  const places = [await openPlace(stack, seeded, few, FEW), await openPlace(stack, seeded, many, MANY)];
  const watched = { ...processesOf(stack), notifications: stack.services['notifications']?.pid ?? 0 };
  const total = (): number => Object.values(cpuSeconds(watched)).reduce((sum, one) => sum + one, 0);
  const measured = await inTurns(places, TURNS, async (place): Promise<Turn> => {
    const before = total();
    const told = await publishIn(place, seeded);
    return { told, cpu: total() - before };
  });
  for (const { events } of places) events.destroy();
  return report(places, measured);
}

/** Works at each place in turn, every other time in the opposite order; what the first turn returns, the warm-up, is dropped. */
export async function inTurns<P, R>(
  places: readonly P[],
  turns: number,
  work: (place: P) => Promise<R>,
): Promise<Map<P, R[]>> {
  const results = new Map<P, R[]>(places.map((place) => [place, []]));
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const place of turn % 2 ? places : places.toReversed()) {
      const result = await work(place);
      if (turn > 0) results.get(place)?.push(result);
    }
  }
  return results;
}

async function openPlace(stack: Stack, seeded: Seeded, projectId: string, members: number): Promise<Place> {
  const base = `${stack.baseUrl}/projects/${projectId}`;
  const token = await aReader(stack.baseUrl, base, seeded.token, `reader-of-${members}@bench.test`);
  const stream = await fetch(`${base}/notifications/stream/`, { headers: bearer(token) });
  const events = Readable.from(stream.body ?? []);
  await once(events, 'data');
  // The data may also be a heartbeat.
  events.on('data', (data: Uint8Array) => {
    if (Buffer.from(data).includes('event: created')) events.emit('told');
  });
  return { members, base, events };
}

async function publishIn({ base, events }: Place, { token, slugs }: Seeded): Promise<number[]> {
  const told: number[] = [];
  for (let n = 0; n < PUBLISHES; n += 1) {
    const arrival = once(events, 'told');
    await post(`${base}/artifacts/${slugs[0]}/versions/${2 - (n % 2)}/publish/`, token);
    const answered = performance.now();
    await arrival;
    told.push(performance.now() - answered);
  }
  return told;
}

function report(places: readonly Place[], measured: ReadonlyMap<Place, readonly Turn[]>): string {
  const of = (place: Place): readonly Turn[] => measured.get(place) ?? [];
  const costs = places.map((place) => of(place).reduce((sum, { cpu }) => sum + cpu, 0));
  const each = places.map((place, n) => {
    const told = of(place).flatMap((turn) => turn.told);
    const ms = ((costs[n] ?? Number.NaN) * 1000) / (PUBLISHES * TURNS);
    const worst = Math.max(...told).toFixed(1);
    return `${place.members.toLocaleString('en').padStart(7)} members: ${ms.toFixed(2)} ms of CPU; a stream is told after ${median(told).toFixed(1)} ms, ${worst} at worst`;
  });
  const [few = Number.NaN, many = Number.NaN] = costs;
  const ratio = (many / few).toFixed(2);
  return [
    `One publish after the other, ${PUBLISHES} in each project in turn, ${TURNS} times:`,
    '',
    ...each,
    `With ${MANY.toLocaleString('en')} members a publish costs ${ratio} times as much as with ${FEW}.`,
  ].join('\n');
}
