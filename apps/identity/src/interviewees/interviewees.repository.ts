import { Injectable } from '@nestjs/common';
import {
  type AssignableUser,
  type AssignableUsers,
  type FindInterviewees,
  type Interviewee,
  type Interviewees,
  MOST_ASSIGNABLE,
} from '@pks/contracts';
import { Database, statement } from '@pks/platform';

/** A member, or someone with a pending invite. */
interface Person extends AssignableUser {
  readonly is_interviewable: boolean;
}

const MEMBERS = `
  SELECT u.id, u.email, 'CAN_PERFORM_ADMIN_ACTIONS' = ANY (pu.permissions) AS is_admin,
         u.kind = 'user' AND pu.profile IN ('tech', 'contributor') AS is_interviewable
    FROM project_users pu JOIN users u ON u.id = pu.user_id
    JOIN projects p ON p.id = :project_id
    JOIN organization_users ou ON ou.organization_id = p.organization_id AND ou.user_id = pu.user_id
   WHERE pu.project_id = :project_id AND ou.is_active AND u.is_active`;

/** A pending invite of an address that has become a member's is of no interest. */
const PEOPLE = statement<Person>(
  'interviewees_people',
  `WITH members AS (${MEMBERS})
   SELECT * FROM (
     SELECT id, email, is_admin, is_interviewable, false AS pending_invite FROM members
      UNION ALL
     SELECT i.id, i.email, 'CAN_PERFORM_ADMIN_ACTIONS' = ANY (i.permissions), i.profile IN ('tech', 'contributor'), true
       FROM invites i
      WHERE i.project_id = :project_id AND i.status = 'pending'
        AND lower(i.email) NOT IN (SELECT lower(m.email) FROM members m)) people
    ORDER BY lower(email), id
    LIMIT :most`,
);

const FIND = statement<Interviewee>(
  'interviewees_find',
  `WITH wanted AS (
     SELECT unnest(:user_ids::uuid[]) AS id
      UNION
     SELECT u.id FROM unnest(:emails::text[]) AS given (email)
       JOIN users u ON lower(u.email) = lower(given.email COLLATE "C"))
   SELECT m.id AS user_id, m.email, m.is_admin, m.is_interviewable
     FROM (${MEMBERS} AND pu.user_id IN (SELECT w.id FROM wanted w)) m
    ORDER BY m.id`,
);

/** Who can be interviewed in a project: people with the profile `tech` or `contributor` (decisions 6). */
@Injectable()
export class IntervieweesRepository {
  constructor(private readonly database: Database) {}

  /** The active members and the pending invites, by e-mail: those to whom interviews can be assigned, and those to whom they cannot. */
  async assignable(project_id: string): Promise<AssignableUsers> {
    const people = await this.database.rows(PEOPLE, { project_id, most: MOST_ASSIGNABLE });
    const non_interviewable_emails = people.filter((one) => !one.is_interviewable).map(({ email }) => email);
    const users = people.filter((one) => one.is_interviewable).map(userOf);
    return { users, non_interviewable_emails };
  }

  /** The active members among users and e-mails, each once. */
  async find({ project_id, user_ids, emails }: FindInterviewees): Promise<Interviewees> {
    return { members: await this.database.rows(FIND, { project_id, user_ids, emails }) };
  }
}

function userOf({ id, email, is_admin, pending_invite }: Person): AssignableUser {
  return { id, email, is_admin, pending_invite };
}
