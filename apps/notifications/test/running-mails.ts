import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { type InviteIssued, type InviteLetter, type ReadLetter, inviteIssued, letters } from '@pks/contracts';
import { BusServer, type Log, type Occurred, loadConfig, startService, statement } from '@pks/platform';
import {
  type OwnServer,
  TEST_SECRET,
  type TestDatabase,
  cloneDatabase,
  openTestBus,
  silentLog,
  startOwnNats,
} from '@pks/testing';
import { MailOrders } from '../src/mails/mail-orders.ts';
import { NotificationsConfig } from '../src/notifications.config.ts';
import { notificationsSchema } from '../src/notifications.database.ts';
import { notificationsService } from '../src/notifications-service.ts';

export const LETTER: InviteLetter = {
  project_name: 'Überblick',
  inviter_email: 'ana@example.test',
  admittance: { token: `pki_${'a1'.repeat(21)}b`, expires_at: '2026-12-05T12:00:00.000Z' },
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

/** A database and a NATS server of the test file's own, on which the service may be started again and again. */
export interface Ground {
  readonly clone: TestDatabase;
  readonly nats: OwnServer;
  remove(): Promise<void>;
}

export async function aGround(): Promise<Ground> {
  const [clone, nats] = [await cloneDatabase(notificationsSchema), await startOwnNats()];
  return { clone, nats, remove: async () => void (await Promise.all([clone.drop(), nats.stop()])) };
}

/** The service as a test meets it. */
export interface RunningMails {
  /** Tells the service of an invite, as often as it is asked to. */
  tell(event: Occurred<typeof inviteIssued>): Promise<void>;
  jobsTo(email: string): Promise<JobRow[]>;
  stop(): Promise<void>;
}

/** The service on a ground. */
export async function startMails(
  ground: Ground,
  env: Readonly<Record<string, string>>,
  log: Log = silentLog(),
): Promise<RunningMails> {
  const own = { NATS_URL: ground.nats.url, CALLER_SECRET: TEST_SECRET, DATABASE_URL: ground.clone.url };
  const service = await startService(
    notificationsService,
    loadConfig(NotificationsConfig, { ...own, ...env }),
    log,
  );
  await service.ready;
  const { app, database } = service;
  return {
    tell: (event) => app.get(MailOrders).consume(event, (effect) => database.transaction(effect)),
    jobsTo: (email) => database.rows(JOBS, [email]),
    stop: service.stop,
  };
}

/** That an invite was issued to somebody. */
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

/** Answers for the service that knows the invites. */
export async function serveLetters(
  ground: Ground,
  read: (request: ReadLetter) => InviteLetter | null,
): Promise<{ stop(): Promise<void> }> {
  const { connection, seal, close } = openTestBus(ground.nats.url);
  const options = { queue: 'identity', deadlineMs: 10_000, concurrency: 4, queued: 10 };
  const server = new BusServer(connection, seal, options, silentLog());
  server.serve(letters, { read: async (request: ReadLetter) => ({ letter: read(request) }) });
  await server.open();
  return {
    stop: async () => {
      await server.drain();
      await close();
    },
  };
}
