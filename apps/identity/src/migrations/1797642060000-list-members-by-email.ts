import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Instances of the version before add members without naming their e-mail. */
const NAME_MEMBERS = `
  ALTER TABLE project_users ADD COLUMN email text COLLATE "C";
  UPDATE project_users pu SET email = u.email FROM users u WHERE u.id = pu.user_id;
  ALTER TABLE project_users ALTER COLUMN email SET NOT NULL;
  CREATE INDEX project_users_email ON project_users (project_id, lower(email), id);

  CREATE FUNCTION name_member() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    NEW.email := (SELECT email FROM users WHERE id = NEW.user_id);
    RETURN NEW;
  END $$;
  CREATE TRIGGER project_users_name BEFORE INSERT ON project_users
    FOR EACH ROW EXECUTE FUNCTION name_member()`;

/** A page of a project's members is read from an index, instead of sorting all of them by their users. */
export class ListMembersByEmail1797642060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(NAME_MEMBERS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
