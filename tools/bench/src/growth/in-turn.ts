import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseTime } from '../database-time.ts';
import { median } from '../measure.ts';
import { percentile } from '../percentile.ts';
import { type Endpoint, addressIn, send } from './endpoint.ts';
import type { Place } from './place.ts';

/**
 * The number of measurements of a request per product and round; that of a dear one; and those discarded at the
 * start.
 */
const TIMES = 100;
const TIMES_DEAR = 35;
const WARM_UP = 5;
/** The pause in which most effects of a write are completed. Milliseconds. */
const PAUSE_MS = 300;

/**
 * The tables whose statements are timed; without those of events, jobs and leases, which are in use all the time.
 */
const TABLES = [
  ...['artifacts', 'artifact_catalogs', 'artifact_versions', 'publications', 'changelog_entries'],
  ...['notifications', 'notification_inboxes', 'notification_marks', 'announcements', 'audience_periods'],
  ...['signals', 'signal_count_parts', 'signal_groups', 'participants'],
  ...['documents', 'document_catalogs', 'metadata_bits', 'metadata_keys', 'metadata_values'],
  ...['interviews', 'interview_entries', 'interview_totals', 'campaigns', 'drafts'],
  ...['conversations', 'conversation_entries', 'conversation_tags', 'agent_settings', 'tools'],
  ...['projects', 'project_users', 'users', 'invites', 'organization_users'],
];

/** The two products. */
export interface Sides<T> {
  readonly small: T;
  readonly large: T;
}

/** The median of all rounds: the p50 and p99 of a request, and PostgreSQL's mean part in it. Milliseconds. */
export interface Measured {
  readonly p50: number;
  readonly p99: number;
  readonly database: number;
}

/** The measurements of an endpoint in both products. */
export interface Compared extends Sides<Measured> {
  readonly name: string;
}

/** Measures endpoints at both places, round after round. */
export class InTurn {
  private readonly places: Sides<Place>;
  private readonly databases: Sides<DatabaseTime>;
  private readonly asked = new Map<Endpoint, number>();

  private constructor(places: Sides<Place>, databases: Sides<DatabaseTime>) {
    this.places = places;
    this.databases = databases;
  }

  static async open(places: Sides<Place>): Promise<InTurn> {
    const small = await DatabaseTime.open(places.small.grown.databaseUrl);
    return new InTurn(places, { small, large: await DatabaseTime.open(places.large.grown.databaseUrl) });
  }

  async close(): Promise<void> {
    await this.databases.small.close();
    await this.databases.large.close();
  }

  /** Measures the endpoints one after the other in each round. */
  async measure(endpoints: readonly Endpoint[], rounds: number): Promise<Compared[]> {
    const blocks = new Map<Endpoint, Sides<Measured>[]>(endpoints.map((endpoint) => [endpoint, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const endpoint of endpoints) {
        blocks.get(endpoint)?.push(await this.block(endpoint));
        await sleep(PAUSE_MS);
      }
    }
    return [...blocks].map(([{ name }, measured]) => ({
      name,
      small: middleOf(measured.map(({ small }) => small)),
      large: middleOf(measured.map(({ large }) => large)),
    }));
  }

  private async block(endpoint: Endpoint): Promise<Sides<Measured>> {
    for (let time = 0; time < WARM_UP; time += 1) await this.both(endpoint);
    const times = endpoint.isDear ? TIMES_DEAR : TIMES;
    const took: Sides<number>[] = [];
    let small = 0;
    const large = await this.databases.large.during(TABLES, async () => {
      small = await this.databases.small.during(TABLES, async () => {
        for (let time = 0; time < times; time += 1) took.push(await this.both(endpoint));
      });
    });
    return {
      small: measuredOf(
        took.map((pair) => pair.small),
        small,
      ),
      large: measuredOf(
        took.map((pair) => pair.large),
        large,
      ),
    };
  }

  /** Sends one request to each place, alternating which is first. */
  private async both(endpoint: Endpoint): Promise<Sides<number>> {
    const nth = this.asked.get(endpoint) ?? 0;
    this.asked.set(endpoint, nth + 1);
    if (nth % 2 === 0) {
      const small = await this.once(endpoint, this.places.small, nth);
      return { small, large: await this.once(endpoint, this.places.large, nth) };
    }
    const large = await this.once(endpoint, this.places.large, nth);
    return { small: await this.once(endpoint, this.places.small, nth), large };
  }

  private async once({ before, ask, makes }: Endpoint, place: Place, nth: number): Promise<number> {
    for (const request of before?.(place, nth) ?? []) await send(place, request);
    const [took, answer] = await send(place, ask(place, nth));
    if (makes) place.keep(makes, addressIn(answer));
    return took;
  }
}

function measuredOf(times: readonly number[], database: number): Measured {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: median(sorted), p99: percentile(sorted, 0.99), database: database / times.length };
}

function middleOf(rounds: readonly Measured[]): Measured {
  return {
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    database: median(rounds.map(({ database }) => database)),
  };
}
