import type { MigrationInterface, QueryRunner } from 'typeorm';

const ADD_COLUMNS = `
  ALTER TABLE users ADD COLUMN mailbox_proved_at timestamptz(3);
  ALTER TABLE organization_users ADD COLUMN is_active boolean NOT NULL DEFAULT true`;

const CREATE_ORGANIZATION_INVITES = `
  CREATE TABLE organization_invites (
    organization_id uuid NOT NULL,
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    email text COLLATE "C" NOT NULL,
    edition integer NOT NULL,
    token_hash text,
    expires_at timestamptz(3) NOT NULL,
    invited_by uuid NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT organization_invites_pkey PRIMARY KEY (organization_id, user_id),
    CONSTRAINT organization_invites_user FOREIGN KEY (organization_id, user_id)
      REFERENCES organization_users (organization_id, user_id),
    CONSTRAINT organization_invites_inviter FOREIGN KEY (invited_by) REFERENCES users (id)
  );
  CREATE INDEX organization_invites_token_hash ON organization_invites (token_hash)`;

/** A deactivated account was in one organization as a rule: each of them keeps the user deactivated. */
const SUSPEND_DEACTIVATED = `
  UPDATE organization_users ou SET is_active = false FROM users u WHERE u.id = ou.user_id AND NOT u.is_active;
  UPDATE users SET is_active = true WHERE NOT is_active`;

/** The user and the organization were created at the same moment: by the installation, which vouches for them. */
const PROVE_FOUNDERS = `
  UPDATE users u SET mailbox_proved_at = u.date_joined
    FROM organization_users ou JOIN organizations o ON o.id = ou.organization_id
   WHERE ou.user_id = u.id AND u.kind = 'user' AND ou.role = 'admin'
     AND o.created_at = u.date_joined AND ou.created_at = u.date_joined`;

/** Accepting an invite created the account: its hash was computed in between, which takes less than 10 s. */
const PROVE_INVITED = `
  UPDATE users u SET mailbox_proved_at = i.updated_at
    FROM invites i
   WHERE lower(i.email) = lower(u.email) AND i.status = 'accepted' AND i.updated_at > i.created_at
     AND u.kind = 'user' AND u.mailbox_proved_at IS NULL
     AND u.date_joined BETWEEN i.updated_at - interval '10 seconds' AND i.updated_at`;

/**
 * An account that is not proved stays in the organization that made it, and in those that the installation founded for
 * it; membership in others is pending until it is accepted. No organization is left without an admin.
 */
const ASK_AGAIN = `
  WITH memberships AS (
    SELECT ou.organization_id, ou.user_id, ou.role, ou.is_active, u.email,
           u.mailbox_proved_at IS NOT NULL OR ou.created_at = o.created_at
             OR row_number() OVER (PARTITION BY ou.user_id ORDER BY ou.created_at, ou.organization_id) = 1 AS is_own
      FROM organization_users ou
      JOIN users u ON u.id = ou.user_id
      JOIN organizations o ON o.id = ou.organization_id
     WHERE u.kind = 'user'),
  asked AS (
    SELECT m.* FROM memberships m
     WHERE NOT m.is_own AND m.is_active
       AND EXISTS (
         SELECT 1 FROM memberships admin
          WHERE admin.organization_id = m.organization_id AND admin.role = 'admin' AND admin.is_active AND admin.is_own)),
  suspended AS (
    UPDATE organization_users ou SET is_active = false FROM asked
     WHERE ou.organization_id = asked.organization_id AND ou.user_id = asked.user_id)
  INSERT INTO organization_invites
    (organization_id, user_id, id, email, edition, expires_at, invited_by, updated_at)
  SELECT asked.organization_id, asked.user_id, gen_random_uuid(), asked.email, 1, now(),
         (SELECT admin.user_id FROM memberships admin
           WHERE admin.organization_id = asked.organization_id AND admin.role = 'admin' AND admin.is_active
             AND admin.is_own
           ORDER BY admin.user_id LIMIT 1),
         now() - interval '1 day'
    FROM asked`;

/** An account is its mailbox's: proofs, memberships that each organization suspends for itself, and invites to them. */
export class ProveMailboxes1796169600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ADD_COLUMNS);
    await runner.query(CREATE_ORGANIZATION_INVITES);
    await runner.query(SUSPEND_DEACTIVATED);
    await runner.query(PROVE_FOUNDERS);
    await runner.query(PROVE_INVITED);
    await runner.query(ASK_AGAIN);
  }

  down(): Promise<void> {
    throw new Error('Migrations run forward only.');
  }
}
