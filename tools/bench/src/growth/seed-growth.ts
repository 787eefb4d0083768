import { foundOrganization } from '@pks/stack';
import pg from 'pg';
import { untilFilled } from '../seed.ts';
import type { GrowthSize } from './growth-size.ts';
import { seedArtifacts } from './seed-knowledge.ts';
import { seedNotifications } from './seed-notifications.ts';
import { seedOthers } from './seed-others.ts';
import { seedPeople } from './seed-people.ts';

/** A product that has been seeded. */
export interface Grown {
  readonly size: GrowthSize;
  readonly baseUrl: string;
  readonly databaseUrl: string;
  /** The token of the admin, who reads and writes. */
  readonly token: string;
  readonly tenant: string;
}

/** Writes rows as the services would: with the counts, totals and numbers that they would have stored. */
export async function seedGrowth(
  { baseUrl, databaseUrl }: { readonly baseUrl: string; readonly databaseUrl: string },
  size: GrowthSize,
  say: (sentence: string) => void,
): Promise<Grown> {
  const token = await foundOrganization({ databaseUrl }, 'Bench');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await untilFilled(client);
    await client.query('SET synchronous_commit = off');
    await client.query(`ALTER SYSTEM SET max_wal_size = '4GB'`);
    await client.query('SELECT pg_reload_conf()');
    const projectIds = await seedPeople(client, size);
    await seedOthers(client, size, projectIds);
    say(`${size.artifacts.toLocaleString('en')} artifacts`);
    // The keys are right by construction: checking each of them would take most of the time.
    await client.query('SET session_replication_role = replica');
    await seedArtifacts(client, size, projectIds);
    say(`${size.notifications.toLocaleString('en')} notifications`);
    await seedNotifications(client, size, projectIds);
    say('vacuum');
    await client.query('ALTER SYSTEM RESET max_wal_size');
    await client.query('SELECT pg_reload_conf()');
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
    return { size, baseUrl, databaseUrl, token, tenant: projectIds[0] ?? '' };
  } finally {
    await client.end();
  }
}
