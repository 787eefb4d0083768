import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A user is a member of any number of projects, which no policy of one project reaches. */
const FOLLOW_EMAILS = `
  CREATE FUNCTION rename_member() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  BEGIN
    UPDATE project_users SET email = NEW.email WHERE user_id = NEW.id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER users_email_members AFTER UPDATE OF email ON users
    FOR EACH ROW WHEN (NEW.email <> OLD.email) EXECUTE FUNCTION rename_member();

  UPDATE project_users pu SET email = u.email FROM users u WHERE u.id = pu.user_id AND u.email <> pu.email`;

/** Members are found and listed by the e-mail that they have, not by the one under which they joined. */
export class FollowEmailsOfMembers1798070400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FOLLOW_EMAILS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
