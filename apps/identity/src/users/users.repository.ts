import { Injectable } from '@nestjs/common';
import { MOST_OF_MINE, type Me } from '@pks/contracts';
import { Database, acrossProjects, statement } from '@pks/platform';
import { User } from './user.entity.ts';

/** Inserts nothing if another user has the e-mail, and waits for a concurrent transaction that would give it to one. */
const ADD = statement<{ id: string }>(
  'users_add',
  `INSERT INTO users (id, email, password_hash, is_active, date_joined, kind, name, mailbox_proved_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
   ON CONFLICT (lower(email)) DO NOTHING
   RETURNING id`,
);

const ME = statement<Me>(
  'users_me',
  `SELECT u.id, u.email, u.date_joined,
          (SELECT coalesce(json_agg(o), '[]')
             FROM (SELECT o.id, o.name, ou.role
                     FROM organization_users ou JOIN organizations o ON o.id = ou.organization_id
                    WHERE ou.user_id = u.id AND ou.is_active
                    ORDER BY lower(o.name), o.id LIMIT ${MOST_OF_MINE}) o) AS organizations,
          (SELECT coalesce(json_agg(p), '[]')
             FROM (SELECT p.id, p.name, pu.permissions, pu.profile
                     FROM project_users pu JOIN projects p ON p.id = pu.project_id
                     JOIN organization_users ou ON ou.organization_id = p.organization_id
                      AND ou.user_id = u.id AND ou.is_active
                    WHERE pu.user_id = u.id
                    ORDER BY lower(p.name), p.id LIMIT ${MOST_OF_MINE}) p) AS projects
     FROM users u
    WHERE u.id = $1`,
);

@Injectable()
export class UsersRepository {
  constructor(private readonly database: Database) {}

  /** The user with this e-mail, ignoring case; null if there is none. */
  findByEmail(email: string): Promise<User | null> {
    return this.database.transaction(() =>
      this.database.manager
        .createQueryBuilder(User, 'u')
        .where('lower(u.email) = lower(:email COLLATE "C")', { email })
        .getOne(),
    );
  }

  /** Adds a user; false if another user has the e-mail, even if both are added concurrently. */
  async addIfNew(user: User): Promise<boolean> {
    const { id, email, passwordHash, isActive, dateJoined, kind, name, mailboxProvedAt } = user;
    const values = [id, email, passwordHash, isActive, dateJoined, kind, name, mailboxProvedAt];
    const added = await this.database.rows(ADD, values);
    return added.length > 0;
  }

  /** The user, locked until the end of the transaction. */
  lock(id: string): Promise<User | null> {
    return this.database.lock(User, { id }, 'pessimistic_write');
  }

  async save(user: User): Promise<void> {
    await this.database.transaction(() => this.database.manager.save(user));
  }

  /** Replaces a user's password hash unless it has changed meanwhile; returns whether it did. */
  async replaceHash(id: string, from: string, to: string): Promise<boolean> {
    const { affected } = await this.database.transaction(() =>
      this.database.manager.update(User, { id, passwordHash: from }, { passwordHash: to }),
    );
    return affected === 1;
  }

  /** A user with the organizations and projects where they are active, the first `MOST_OF_MINE` of each by name. */
  async me(userId: string): Promise<Me | undefined> {
    const [me] = await acrossProjects(() => this.database.rows(ME, [userId]));
    return me;
  }
}
