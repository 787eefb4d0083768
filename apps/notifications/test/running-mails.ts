import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import {
  type InviteIssued,
  type InviteLetter,
  type OrganizationLetter,
  type ReadLetter,
  inviteIssued,
  letters,
  type organizationInviteIssued,
} from '@pks/contracts';
import { BusServer, type Occurred, SystemClock, statement } from '@pks/platform';
import {
  type ServiceGround,
  type ServiceOptions,
  connectTestBus,
  silentLog,
  standInService,
} from '@pks/testing';
import { MailOrders, OrganizationMailOrders } from '../src/mails/mail-orders.ts';

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

interface JobRow {
  readonly id: string;
  readonly state: string;
  readonly retry_count: number;
  readonly output: object | null;
}

const JOBS = statement<JobRow>(
  'test_jobs',
  `SELECT id, state::text, retry_count, output FROM notifications_jobs.job WHERE data->>'email' = $1`,
);

/** The service as a test uses it. */
export interface RunningMails {
  /** Delivers the event of an invite. */
  take(event: Occurred<typeof inviteIssued>): Promise<void>;
  /** Delivers the event of an invite to an organization. */
  takeOrganization(event: Occurred<typeof organizationInviteIssued>): Promise<void>;
  jobsTo(email: string): Promise<JobRow[]>;
  stop(): Promise<void>;
}

/** Starts the service with a database and a NATS server of the test's own. */
export async function startMails(ground: ServiceGround, options: ServiceOptions = {}): Promise<RunningMails> {
  const service = await ground.start(options);
  await service.ready;
  const { app, database } = service;
  return {
    take: (event) => app.get(MailOrders).consume(event, (effect) => database.transaction(effect)),
    takeOrganization: (event) =>
      app.get(OrganizationMailOrders).consume(event, (effect) => database.transaction(effect)),
    jobsTo: (email) => database.rows(JOBS, [email]),
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

/** Answers for the identity service, which has the invites. */
export async function serveLetters(
  ground: ServiceGround,
  read: (request: ReadLetter) => InviteLetter | null,
): Promise<{ stop(): Promise<void> }> {
  const { connection, seal, close } = await connectTestBus(ground.natsUrl);
  const options = { queue: 'identity', deadlineMs: 10_000, concurrency: 4, queued: 10 };
  const server = new BusServer({ connection, seal, clock: new SystemClock(), log: silentLog() }, options);
  const handlers = {
    read: async (request: ReadLetter) => ({ letter: read(request) }),
    readOrganization: async () => ({ letter: ORGANIZATION_LETTER }),
  };
  await (await standInService(letters, handlers, server)).listen();
  return {
    stop: async () => {
      await server.close();
      await close();
    },
  };
}
