import type pg from 'pg';
import { type GrowthSize, MEMBERS_ELSEWHERE } from './growth-size.ts';

const PROJECTS = `
  INSERT INTO identity.projects (id, organization_id, name, artifact_publish_mode, created_at, updated_at)
  SELECT uuidv7(), o.id, 'Project ' || n, 'manual_publish', now(), now()
    FROM generate_series(1, $1::integer) n, (SELECT id FROM identity.organizations LIMIT 1) o
  RETURNING id`;

const USERS = `
  WITH added AS (
    INSERT INTO identity.users (id, email, password_hash, is_active, date_joined)
    SELECT uuidv7(), 'member-' || n || '@bench.test', 'none', true, now() FROM generate_series(1, $1::integer) n
    RETURNING id)
  INSERT INTO identity.organization_users (organization_id, user_id, role, created_at)
  SELECT o.id, added.id, 'member', now() FROM added, (SELECT id FROM identity.organizations LIMIT 1) o`;

/** The admin is a member of ten projects, however many there are. */
const ADMIN = `
  INSERT INTO identity.project_users (project_id, id, user_id, permissions, profile, created_at)
  SELECT p.id, uuidv7(), u.id, '{CAN_VIEW_DATA,CAN_PERFORM_ADMIN_ACTIONS}', 'tech', now()
    FROM unnest($1::uuid[]) p (id), identity.users u WHERE u.password_hash IS DISTINCT FROM 'none'`;

const MEMBERS = `
  INSERT INTO identity.project_users (project_id, id, user_id, permissions, profile, created_at)
  SELECT p.id, uuidv7(), u.id, '{CAN_VIEW_DATA}', 'contributor', now()
    FROM unnest($1::uuid[]) p (id),
         (SELECT id FROM identity.users WHERE password_hash = 'none' ORDER BY id LIMIT $2) u`;

/** Each member was invited once. */
const INVITES = `
  INSERT INTO identity.invites
    (project_id, id, email, permissions, profile, status, edition, expires_at, invited_by, created_at, updated_at)
  SELECT m.project_id, uuidv7(), u.email, m.permissions, m.profile, 'accepted', 1, now(), a.id, at, at
    FROM (SELECT *, now() - interval '1 minute' * row_number() OVER (ORDER BY id) AS at FROM identity.project_users) m
    JOIN identity.users u ON u.id = m.user_id,
         (SELECT id FROM identity.users WHERE password_hash IS DISTINCT FROM 'none' LIMIT 1) a
   WHERE u.password_hash = 'none'`;

/** The users who submit signals and are interviewed: at most 50. */
const PARTICIPANTS = ['feedback', 'interviews', 'agents'].map(
  (schema) => `
  INSERT INTO ${schema}.participants (project_id, user_id, email, known_at)
  SELECT project_id, user_id, email, now() FROM (
    SELECT m.project_id, m.user_id, u.email,
           row_number() OVER (PARTITION BY m.project_id ORDER BY u.password_hash IS NOT DISTINCT FROM 'none', u.id) AS nth
      FROM identity.project_users m JOIN identity.users u ON u.id = m.user_id) member
   WHERE nth <= 50`,
);

/** Creates projects and their members; returns the ids of the projects, the tenant's first. */
export async function seedPeople(client: pg.Client, size: GrowthSize): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(PROJECTS, [size.projects]);
  const projectIds = rows.map(({ id }) => id);
  await client.query(USERS, [size.members]);
  await client.query(ADMIN, [projectIds.slice(0, 10)]);
  await client.query(MEMBERS, [projectIds.slice(0, 1), size.members]);
  await client.query(MEMBERS, [projectIds.slice(1), MEMBERS_ELSEWHERE]);
  await client.query(INVITES);
  for (const statement of PARTICIPANTS) await client.query(statement);
  return projectIds;
}
