import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RequestOf, artifacts, versions } from '@pks/contracts';
import { type RunningService, loadConfig, startService } from '@pks/platform';
import {
  type DatabaseSession,
  type OwnNats,
  type OwnServer,
  TEST_SECRET,
  type TestBus,
  aCall,
  aCaller,
  connectTestBus,
  openSession,
  silentLog,
  startOwnNats,
  startOwnPostgres,
} from '@pks/testing';
import { KnowledgeConfig } from '../src/knowledge.config.ts';
import { knowledge } from '../src/knowledge.ts';

type Create = typeof artifacts.calls.create;
type Append = typeof versions.calls.append;

const ROLES = join(import.meta.dirname, '../../../tools/deployment/postgres-roles.sql');
let [postgres, nats]: [OwnServer?, OwnNats?] = [];
let [service, bus, administrator]: [RunningService?, TestBus?, DatabaseSession?] = [];
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pks-own-login-'));
  [postgres, nats] = await Promise.all([startOwnPostgres(), startOwnNats()]);
  administrator = await openSession(postgres.url);
  bus = await connectTestBus(nats.url);
});
afterAll(async () => {
  await bus?.close();
  await service?.stop();
  await administrator?.close();
  await Promise.all([postgres?.stop(), nats?.stop(), rm(folder, { recursive: true })]);
});

/** Runs the script of docker-compose.yml, with the passwords that `psql` would read from its environment. */
async function createRoles(): Promise<void> {
  const script = (await readFile(ROLES, 'utf8'))
    .replaceAll(/^\\.*$/gm, '')
    .replaceAll(/:'(\w+)_password'/g, `'$1 secret'`);
  await administrator?.rows(script);
}

/** The address with which a service logs in as itself. */
function addressOf(login: string): string {
  const url = new URL(postgres?.url ?? '');
  url.username = login;
  url.password = `${login} secret`;
  return url.toString();
}

async function startKnowledge(address: string): Promise<RunningService> {
  const env = {
    NATS_URL: nats?.url,
    CALLER_SECRET: TEST_SECRET,
    KNOWLEDGE_DATABASE_URL: address,
    BLOB_STORE: join(folder, 'blobs'),
  };
  const started = await startService(knowledge, loadConfig(KnowledgeConfig, env), silentLog());
  await started.ready;
  return started;
}

/** Creates and publishes an artifact, which adds a job. */
async function use(title: string): Promise<void> {
  if (!bus) throw new Error('There is no bus.');
  const permissions = ['CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS'] as const;
  const project = { id: randomUUID(), permissions, artifact_publish_mode: 'auto_publish' } as const;
  const context = aCall(aCaller({ project }));
  const client = bus.clientFor(artifacts.calls.create);
  const created = { project_id: project.id, title, technical_type: 'markdown' };
  const { slug } = await client.call(artifacts.calls.create, created as RequestOf<Create>, context);
  const content = { project_id: project.id, slug, payload: '# Why customers leave' };
  await client.call(versions.calls.append, content as RequestOf<Append>, context);
}

describe('the login of a service', () => {
  it('migrates, works and adds jobs without being a superuser', async () => {
    await createRoles();
    service = await startKnowledge(addressOf('knowledge'));
    await use('Churn');
    const logins = await administrator?.rows<{ login: string }>(
      `SELECT DISTINCT usename::text AS login FROM pg_stat_activity WHERE application_name LIKE 'knowledge%'`,
    );
    expect(logins).toEqual([{ login: 'knowledge' }]);
    const strong = `SELECT FROM pg_roles WHERE rolname LIKE '%knowledge' AND (rolsuper OR rolbypassrls OR rolcreaterole)`;
    expect(await administrator?.rows(strong)).toEqual([]);
  });

  it('reaches no schema of another', async () => {
    const other = await openSession(addressOf('feedback'));
    await expect(other.rows('SELECT FROM knowledge.artifacts')).rejects.toThrow(
      'permission denied for schema',
    );
    await expect(other.rows('CREATE SCHEMA more')).rejects.toThrow('permission denied for database');
    await expect(other.rows('SET ROLE pks_knowledge')).rejects.toThrow('permission denied to set role');
    await other.close();
  });

  it('takes over what a superuser had created', async () => {
    await service?.stop();
    await administrator?.rows('REASSIGN OWNED BY knowledge TO CURRENT_USER');
    service = await startKnowledge(postgres?.url ?? '');
    await service.stop();
    await createRoles();
    service = await startKnowledge(addressOf('knowledge'));
    await use('Retention');
  });
});
