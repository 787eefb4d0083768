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
import { isEmailOfServiceAccount } from '../users/service-account-email.ts';

/** A member, or someone with a pending invite. */
interface Person extends AssignableUser {
  readonly is_interviewable: boolean;
}

const MEMBERS = `
  SELECT u.id, u.email, 'CAN_PERFORM_ADMIN_ACTIONS' = ANY (pu.permissions) AS is_admin,
         pu.permissions && '{CAN_VIEW_DATA,CAN_PERFORM_ADMIN_ACTIONS}' AS may_view,
         u.kind = 'user' AND pu.profile IN ('tech', 'contributor') AS is_interviewable
    FROM project_users pu JOIN users u ON u.id = pu.user_id
    JOIN projects p ON p.id = :project_id
    JOIN organization_users ou ON ou.organization_id = p.organization_id AND ou.user_id = pu.user_id
   WHERE pu.project_id = :project_id AND ou.is_active AND u.is_active`;

/** Users who are deactivated, in the organization or everywhere, and whom the organization has not invited: nobody can invite them to the project either. */
const DEACTIVATED = `
  SELECT u.email
    FROM users u JOIN projects p ON p.id = :project_id
    JOIN organization_users ou ON ou.organization_id = p.organization_id AND ou.user_id = u.id
   WHERE NOT (ou.is_active AND u.is_active)
     AND NOT EXISTS (SELECT 1 FROM organization_invites o
                      WHERE o.organization_id = ou.organization_id AND o.user_id = ou.user_id)`;

/** A pending invite is left out once its address is that of a member, or of a deactivated user. */
const PEOPLE = statement<Person>(
  'interviewees_people',
  `WITH members AS (${MEMBERS})
   SELECT * FROM (
     SELECT id, email, is_admin, is_interviewable, false AS pending_invite FROM members
      UNION ALL
     SELECT i.id, i.email, 'CAN_PERFORM_ADMIN_ACTIONS' = ANY (i.permissions), i.profile IN ('tech', 'contributor'), true
       FROM invites i
      WHERE i.project_id = :project_id AND i.status = 'pending'
        AND lower(i.email) NOT IN (SELECT lower(m.email) FROM members m)
        AND NOT EXISTS (${DEACTIVATED} AND lower(u.email) = lower(i.email))) people
    ORDER BY lower(email), id
    LIMIT :most`,
);

/** A member; without a user, an address to which no interview can be assigned. */
type Found = Omit<Interviewee, 'user_id'> & { readonly user_id: string | null };

/** One statement, so that an invitee who accepts meanwhile is found either as a member or as invited. */
const FIND = statement<Found>(
  'interviewees_find',
  `WITH addressed AS (
     SELECT u.id FROM unnest(:emails::text[]) AS given (email)
       JOIN users u ON lower(u.email) = lower(given.email COLLATE "C")),
   wanted AS (
     SELECT unnest(:user_ids::uuid[]) AS id UNION SELECT a.id FROM addressed a),
   members AS (${MEMBERS} AND pu.user_id IN (SELECT w.id FROM wanted w)),
   invited AS (
     SELECT s.id FROM searchable_invites s
      WHERE s.project_id = :project_id AND s.status = 'pending'
        AND lower(s.email) = ANY (ARRAY(SELECT lower(given.email COLLATE "C") FROM unnest(:emails::text[]) AS given (email))))
   SELECT m.id AS user_id, m.email, m.is_admin, m.may_view, m.is_interviewable FROM members m
    UNION ALL
   SELECT NULL, i.email, false, false, false FROM invites i
    WHERE i.project_id = :project_id AND i.id = ANY (ARRAY(SELECT id FROM invited)) AND i.profile = 'user'
      AND lower(i.email) NOT IN (SELECT lower(m.email) FROM members m)
    UNION ALL
   SELECT NULL, d.email, false, false, false FROM (${DEACTIVATED} AND u.id IN (SELECT a.id FROM addressed a)) d
    ORDER BY user_id, email`,
);

/** Who can be interviewed in a project: people with the profile `tech` or `contributor` (decisions 6). */
@Injectable()
export class IntervieweesRepository {
  constructor(private readonly database: Database) {}

  /** The active members and the pending invites, by e-mail: those to whom interviews can be assigned, and the e-mails of the others. */
  async assignable(project_id: string): Promise<AssignableUsers> {
    const people = await this.database.rows(PEOPLE, { project_id, most: MOST_ASSIGNABLE });
    const non_interviewable_emails = people.filter((one) => !one.is_interviewable).map(({ email }) => email);
    const users = people.filter((one) => one.is_interviewable).map(userOf);
    return { users, non_interviewable_emails };
  }

  /**
   * The active members among users and e-mails, each once; and of the other e-mails, those to which no interview can be assigned: they
   * are invited with the profile `user`, or belong to deactivated users or service accounts.
   */
  async find({ project_id, user_ids, emails }: FindInterviewees): Promise<Interviewees> {
    const found = await this.database.rows(FIND, { project_id, user_ids, emails });
    const members = found.flatMap(({ user_id, ...one }) => (user_id === null ? [] : [{ user_id, ...one }]));
    const known = new Set(members.map(({ email }) => email.toLowerCase()));
    const others = found.filter(({ user_id }) => user_id === null).map(({ email }) => email);
    const accounts = emails.filter(
      (email) => isEmailOfServiceAccount(email) && !known.has(email.toLowerCase()),
    );
    return { members, non_interviewable_emails: [...new Set([...others, ...accounts])] };
  }
}

function userOf({ id, email, is_admin, pending_invite }: Person): AssignableUser {
  return { id, email, is_admin, pending_invite };
}
