import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import {
  type Contract,
  type InterviewLetter,
  type InterviewLetterKind,
  type InviteIssued,
  type InviteLetter,
  type OrganizationLetter,
  type ReadInterviewLetter,
  type ReadLetter,
  type ResetLetter,
  type ServiceName,
  interviewAssigned,
  interviewLetters,
  interviewReminderDue,
  inviteIssued,
  letters,
  organizationInviteIssued,
  passwordResetRequested,
  passwordResets,
} from '@pks/contracts';
import { BusServer, type Occurred, type Service, SystemClock, inProject, statement } from '@pks/platform';
import {
  type ServiceGround,
  type ServiceOptions,
  connectTestBus,
  silentLog,
  standInService,
} from '@pks/testing';
import {
  InterviewMailOrders,
  MailOrders,
  OrganizationMailOrders,
  PasswordResetMailOrders,
} from '../src/mails/mail-orders.ts';

export const LETTER: InviteLetter = {
  project_name: 'Überblick',
  inviter_email: 'ana@example.test',
  admittance: {
    token: `pki_${'a1'.repeat(21)}b`,
    expires_at: '2026-12-05T12:00:00.000Z',
    needs_password: true,
  },
};

export const ORGANIZATION_LETTER: OrganizationLetter = {
  organization_name: 'Acme',
  inviter_email: 'ana@example.test',
  admittance: {
    token: `pki_${'b2'.repeat(21)}c`,
    expires_at: '2026-12-05T12:00:00.000Z',
    needs_password: false,
  },
};

export const INTERVIEW_LETTER: InterviewLetter = {
  to: 'eva@example.test',
  name: 'Onboarding',
  topic: 'How customers are onboarded',
  assigned_by_email: 'ana@example.test',
  custom_message: 'Dear Eva,\n\nit takes ten minutes.\nThank you!',
  sent_at: '2026-12-05T12:00:00.000Z',
  stop_reminders_token: null,
};

/** When the reminder was due. */
export const REMINDED_AT = '2026-12-08T12:00:00.000Z';

/** The content of a reminder of that interview. */
export const REMINDER: InterviewLetter = {
  ...INTERVIEW_LETTER,
  stop_reminders_token: `${'a1-'.repeat(14)}_`,
};

type InterviewMailed = typeof interviewAssigned | typeof interviewReminderDue;

interface JobRow {
  readonly id: string;
  readonly state: string;
  readonly retry_count: number;
  readonly output: object | null;
  /** How long until the job is due. Minutes. */
  readonly delay: number;
}

const JOBS = statement<JobRow>(
  'test_jobs',
  `SELECT id, state::text, retry_count, output, extract(epoch FROM start_after - now())::float8 / 60 AS delay
     FROM notifications_jobs.job WHERE data->>'email' = $1 ORDER BY start_after`,
);

const MAKE_DUE = statement<object>(
  'test_make_due',
  `UPDATE notifications_jobs.job SET start_after = now() WHERE data->>'email' = $1 AND state = 'created'`,
);

/** What a test starts and stops. */
export interface Stoppable {
  stop(): Promise<void>;
}

/** The service as a test uses it. */
export interface RunningMails extends Stoppable {
  /** Delivers the event of an invite. */
  take(event: Occurred<typeof inviteIssued>): Promise<void>;
  /** Delivers the event of an invite to an organization. */
  takeOrganization(event: Occurred<typeof organizationInviteIssued>): Promise<void>;
  /** Delivers the event of a requested password reset. */
  takeReset(event: Occurred<typeof passwordResetRequested>): Promise<void>;
  /** Delivers an event of an interview. */
  takeInterview(event: Occurred<InterviewMailed>): Promise<void>;
  /** The jobs of e-mails to an address, in the order in which they are due. */
  jobsTo(email: string): Promise<JobRow[]>;
  /** Makes the waiting jobs of an address due now. */
  makeDue(email: string): Promise<unknown>;
}

/** Starts the service with a database and a NATS server of the test's own. */
export async function startMails(ground: ServiceGround, options: ServiceOptions = {}): Promise<RunningMails> {
  const service = await ground.start(options);
  await service.ready;
  const { app, database } = service;
  return {
    take: (event) =>
      inProject(event.payload.project_id, () =>
        app.get(MailOrders).consume(event, (effect) => database.transaction(effect)),
      ),
    takeOrganization: (event) =>
      app.get(OrganizationMailOrders).consume(event, (effect) => database.transaction(effect)),
    takeReset: (event) =>
      app.get(PasswordResetMailOrders).consume(event, (effect) => database.transaction(effect)),
    takeInterview: (event) =>
      inProject(event.payload.project_id, () =>
        app.get(InterviewMailOrders).consume(event, (effect) => database.transaction(effect)),
      ),
    jobsTo: (email) => database.rows(JOBS, [email]),
    makeDue: (email) => database.rows(MAKE_DUE, [email]),
    stop: service.stop,
  };
}

/** The event that an invite was issued. */
export function anIssue(overrides: Partial<InviteIssued> = {}): Occurred<typeof inviteIssued> {
  const payload: InviteIssued = {
    project_id: randomUUID(),
    invite_id: randomUUID(),
    edition: 1,
    email: `${randomUUID()}@example.test`,
    kind: 'new_user',
    ...overrides,
  };
  const { subject } = inviteIssued;
  return { id: randomUUID(), subject, payload, occurredAt: new Date(), requestId: randomUUID() };
}

/** The events that an address is invited to an organization, and that it asked for a password reset. */
export function ofAnAccount(email: string): {
  readonly issued: Occurred<typeof organizationInviteIssued>;
  readonly requested: Occurred<typeof passwordResetRequested>;
} {
  const of = { user_id: randomUUID(), edition: 1, email };
  const happened = () => ({ id: randomUUID(), occurredAt: new Date(), requestId: randomUUID() });
  const { subject } = organizationInviteIssued;
  const issued = { ...happened(), subject, payload: { ...of, organization_id: randomUUID() } };
  return { issued, requested: { ...happened(), subject: passwordResetRequested.subject, payload: of } };
}

/** The present addresses of assignees, by interview. */
export const addresses = new Map<string, string>();

/** The events that an interview was assigned, and that a reminder of it is due. */
export function ofInterview(
  email = `${randomUUID()}@example.test`,
  { project_id = randomUUID(), assigned_to = randomUUID() } = {},
): Readonly<Record<InterviewLetterKind, Occurred<InterviewMailed>>> {
  const of = { project_id, interview_id: randomUUID(), name: INTERVIEW_LETTER.name };
  addresses.set(of.interview_id, email);
  const due = { ...of, assigned_to, assigned_to_email: email };
  const assigned = { ...due, assigned_by: randomUUID(), sent_at: INTERVIEW_LETTER.sent_at };
  const happened = () => ({ id: randomUUID(), occurredAt: new Date(), requestId: randomUUID() });
  return {
    assignment: { ...happened(), subject: interviewAssigned.subject, payload: assigned },
    reminder: {
      ...happened(),
      subject: interviewReminderDue.subject,
      payload: { ...due, reminded_at: REMINDED_AT },
    },
  };
}

/** Answers for the identity service, which has the invites. */
export function serveLetters(
  ground: ServiceGround,
  read: (request: ReadLetter) => InviteLetter | null,
  readOrganization = (): OrganizationLetter => ORGANIZATION_LETTER,
): Promise<Stoppable> {
  const handlers = {
    read: async (request: ReadLetter) => ({ letter: read(request) }),
    readOrganization: async () => ({ letter: readOrganization() }),
  };
  return standIn(ground, 'identity', letters, handlers);
}

/** Answers for the identity service, which has the password resets. */
export function serveResetLetters(ground: ServiceGround, read: () => ResetLetter): Promise<Stoppable> {
  const handlers = {
    letter: async () => ({ letter: read() }),
    request: () => Promise.reject(new Error('not asked here')),
    confirm: () => Promise.reject(new Error('not asked here')),
  };
  return standIn(ground, 'identity', passwordResets, handlers);
}

/** Answers for the interviews service. */
export function serveInterviewLetters(
  ground: ServiceGround,
  read: (request: ReadInterviewLetter) => Promise<InterviewLetter | null> | InterviewLetter | null,
): Promise<Stoppable> {
  const handlers = { read: async (request: ReadInterviewLetter) => ({ letter: await read(request) }) };
  return standIn(ground, 'interviews', interviewLetters, handlers);
}

async function standIn<C extends Contract>(
  ground: ServiceGround,
  queue: ServiceName,
  contract: C,
  handlers: Service<C>,
): Promise<Stoppable> {
  const { connection, seal, close } = await connectTestBus(ground.natsUrl);
  const options = { queue, deadlineMs: 10_000, concurrency: 4, queued: 10 };
  const server = new BusServer({ connection, seal, clock: new SystemClock(), log: silentLog() }, options);
  await (await standInService(contract, handlers, server)).listen();
  return {
    stop: async () => {
      await server.close();
      await close();
    },
  };
}
