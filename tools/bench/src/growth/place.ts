import pg from 'pg';
import type { Grown } from './seed-growth.ts';

/** The tenant's objects that requests address: several hundred of each kind, spread over all of them. */
const KINDS = {
  signal: of('feedback.signals'),
  document: of('knowledge.documents'),
  interview: of('interviews.interviews'),
  conversation: of('agents.conversations'),
  own: `SELECT n.id FROM notifications.notifications n
          JOIN notifications.notification_inboxes i USING (project_id, user_id)
          JOIN identity.users u ON u.id = n.user_id
         WHERE n.project_id = $1 AND u.password_hash IS DISTINCT FROM 'none' AND NOT n.touched`,
  announcement: `SELECT a.id FROM notifications.announcements a
                  WHERE project_id = $1 AND access_level = 'viewer' AND NOT EXISTS (
                          SELECT FROM notifications.announcement_exceptions e WHERE e.project_id = $1 AND e.number = a.number)
                  ORDER BY number DESC LIMIT 1000`,
  newcomer: `SELECT u.id FROM identity.users u WHERE u.email LIKE 'newcomer-%' AND $1::uuid IS NOT NULL`,
  admin: `SELECT u.id FROM identity.users u WHERE u.password_hash IS DISTINCT FROM 'none' AND $1::uuid IS NOT NULL`,
} as const;

/** The kinds of objects that are seeded; and below, those that requests create. */
export type Kind = keyof typeof KINDS;
export type Made = 'artifact' | 'signal' | 'interview' | 'invite' | 'member' | 'talk' | 'draft';

const NEWCOMERS = `
  WITH added AS (
    INSERT INTO identity.users (id, email, password_hash, is_active, date_joined)
    SELECT uuidv7(), 'newcomer-' || n || '@bench.test', 'none', true, now() FROM generate_series(1, 1000) n
    ON CONFLICT DO NOTHING RETURNING id)
  INSERT INTO identity.organization_users (organization_id, user_id, role, created_at)
  SELECT o.id, added.id, 'member', now() FROM added, (SELECT id FROM identity.organizations LIMIT 1) o`;

function of(table: string): string {
  return `SELECT id FROM ${table} WHERE project_id = $1`;
}

/** The tenant of a product, and the objects known in it. */
export class Place {
  readonly grown: Grown;
  private readonly ids: Readonly<Record<Kind, readonly string[]>>;
  private readonly made = new Map<Made, string[]>();

  private constructor(grown: Grown, ids: Readonly<Record<Kind, readonly string[]>>) {
    this.grown = grown;
    this.ids = ids;
  }

  static async open(grown: Grown): Promise<Place> {
    const client = new pg.Client({ connectionString: grown.databaseUrl });
    await client.connect();
    try {
      await client.query(NEWCOMERS);
      const find = async (kind: Kind): Promise<string[]> => {
        const sql = `SELECT id FROM (${KINDS[kind]}) found ORDER BY md5(id::text) LIMIT 1000`;
        const { rows } = await client.query<{ id: string }>(sql, [grown.tenant]);
        return rows.map(({ id }) => id);
      };
      return new Place(grown, {
        signal: await find('signal'),
        document: await find('document'),
        interview: await find('interview'),
        conversation: await find('conversation'),
        own: await find('own'),
        announcement: await find('announcement'),
        newcomer: await find('newcomer'),
        admin: await find('admin'),
      });
    } finally {
      await client.end();
    }
  }

  /** The slug of the nth artifact, a different one each time. */
  slug(nth: number): string {
    return `artifact-${1 + ((nth * 7_919) % Math.round(this.grown.size.artifacts / 5))}`;
  }

  /** The id of the nth seeded object of a kind. */
  id(kind: Kind, nth: number): string {
    const { [kind]: ids } = this.ids;
    return ids[nth % ids.length] ?? '';
  }

  /** Keeps the address of an object that a request created. */
  keep(kind: Made, address: string): void {
    this.made.set(kind, [...(this.made.get(kind) ?? []), address]);
  }

  /** The address of an object that a request created, the nth from the last. */
  latest(kind: Made, nth: number): string {
    const made = this.made.get(kind) ?? [];
    return made[made.length - 1 - (nth % made.length)] ?? '';
  }

  /** Takes the address of an object that a request created: it is no longer available to other requests. */
  take(kind: Made): string {
    return this.made.get(kind)?.pop() ?? '';
  }
}
