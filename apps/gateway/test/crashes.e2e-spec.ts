import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ArtifactVersion, Page, VersionHistoryRow } from '@pks/contracts';
import {
  type Answer,
  type DatabaseSession,
  type Product,
  eventually,
  freeze,
  openSession,
} from '@pks/testing/black-box';
import { startOwnProduct } from './support/own-product.ts';
import type { World } from './support/world.ts';

/** Holds a transaction that stores its outcome under a key at its COMMIT, until the test releases it. */
const HOLD_COMMITS = `
  CREATE FUNCTION knowledge.hold_commit() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END';
  CREATE CONSTRAINT TRIGGER hold_commit AFTER INSERT ON knowledge.idempotency_keys
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION knowledge.hold_commit()`;
const HOLD = 'SELECT pg_advisory_lock(1)';
const LET_GO = 'SELECT pg_advisory_unlock(1)';
const VERSIONS = 'SELECT FROM knowledge.artifact_versions WHERE project_id = $1 AND version_number = 2';

let product: Product;
let world: World;
let session: DatabaseSession;

beforeAll(async () => {
  ({ product, world } = await startOwnProduct(['identity', 'knowledge', 'gateway'], {
    REQUEST_DEADLINE_MS: '3000',
  }));
  session = await openSession(product.stack.databaseUrl);
  await session.rows(HOLD_COMMITS);
});

afterEach(() => session.rows('SELECT pg_advisory_unlock_all()'));

afterAll(async () => {
  await session?.close();
  await product?.stop();
});

/** Kills a service, and starts it again. */
async function crash(name: string): Promise<void> {
  await product.stack.services[name]?.kill();
  await product.stack.start(name);
}

function freezeService(name: string): Promise<void> {
  return freeze(product.stack.services[name]!.pid);
}

describe('a lost response', () => {
  let projectId: string;
  let artifact: string;
  let headers: Record<string, string>;

  beforeEach(async () => {
    ({ id: projectId } = await world.project());
    const { slug } = await world.artifact(projectId);
    artifact = `/projects/${projectId}/artifacts/${slug}`;
    headers = { 'idempotency-key': randomUUID() };
  });

  function append(): Promise<Answer<ArtifactVersion>> {
    return world.founder.post(`${artifact}/versions/`, { payload: 'x' }, headers);
  }

  /** Begins to append, and resolves when the service waits for its COMMIT. */
  async function appendUpToCommit(): Promise<{ answer: Promise<Answer<ArtifactVersion> | Error> }> {
    await session.rows(HOLD);
    const answer = append().catch((error: Error) => error);
    await eventually('the commit is held', () => session.isWaitedFor());
    return { answer };
  }

  async function isCommitted(): Promise<boolean> {
    return (await session.rows(VERSIONS, [projectId])).length > 0;
  }

  /** Repeats the request, and returns the response and how often it took effect. */
  async function repeat(): Promise<{ replayed: boolean; status: number; effects: number }> {
    const { status, headers } = await append();
    const { body } = await world.founder.get<Page<VersionHistoryRow>>(`${artifact}/versions/history/`);
    return { status, replayed: headers.has('idempotent-replayed'), effects: body.count - 1 };
  }

  it('is replayed when the gateway died between effect and response, and there is one effect', async () => {
    const { answer } = await appendUpToCommit();
    await freezeService('gateway');
    await session.rows(LET_GO);
    await eventually('the effect is there', isCommitted);
    await crash('gateway');
    expect(await answer).toMatchObject({ code: 'ECONNRESET' });
    expect(await repeat()).toEqual({ status: 201, replayed: true, effects: 1 });
  });

  it('is replayed when the service died between effect and response, and there is one effect', async () => {
    const { answer } = await appendUpToCommit();
    await freezeService('knowledge');
    await session.rows(LET_GO);
    await eventually('the effect is there', isCommitted);
    await crash('knowledge');
    expect(await answer).toMatchObject({ status: 504 });
    expect(await repeat()).toEqual({ status: 201, replayed: true, effects: 1 });
  });

  it('is not replayed when the service died before the effect: the repetition runs', async () => {
    await session.rows('BEGIN');
    await session.rows('SELECT FROM knowledge.artifacts WHERE project_id = $1 FOR UPDATE', [projectId]);
    const answer = append();
    await eventually('the service waits for the artifact', () => session.isWaitedFor());
    await product.stack.services['knowledge']?.kill();
    await session.rows('COMMIT');
    await product.stack.start('knowledge');
    expect(await answer).toMatchObject({ status: 504, body: { error: 'The request took too long.' } });
    expect(await repeat()).toEqual({ status: 201, replayed: false, effects: 1 });
  });

  it('is replayed when NATS died between effect and response, and there is one effect', async () => {
    const { answer } = await appendUpToCommit();
    process.kill(product.stack.servers['nats']!, 'SIGKILL');
    expect(await answer).toMatchObject({ status: 503 });
    await session.rows(LET_GO);
    await eventually('the effect is there', isCommitted);
    await product.stack.start('nats');
    await eventually(
      'the product is back',
      async () => (await world.founder.get('/users/me/')).status === 200,
    );
    await eventually(
      'knowledge is back',
      async () => (await world.founder.get(`${artifact}/`)).status === 200,
    );
    expect(await repeat()).toEqual({ status: 201, replayed: true, effects: 1 });
  });

  it('is replayed when everything died, and there is one effect', async () => {
    const { answer } = await appendUpToCommit();
    await Promise.all(['gateway', 'knowledge', 'identity'].map(freezeService));
    await session.rows(LET_GO);
    await eventually('the effect is there', isCommitted);
    await Promise.all(['gateway', 'knowledge', 'identity'].map(crash));
    expect(await answer).toMatchObject({ code: 'ECONNRESET' });
    expect(await repeat()).toEqual({ status: 201, replayed: true, effects: 1 });
  });
});
