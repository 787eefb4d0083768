import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Answer,
  type DatabaseSession,
  type FurtherGateway,
  type Product,
  eventually,
  openSession,
  startFurtherGateway,
  whileFrozen,
} from '@pks/testing/black-box';
import { startOwnProduct } from './support/own-product.ts';
import { World } from './support/world.ts';

/** Every request has to reach its service, even within 100 ms of another. */
const NOTHING_KEPT = { KEPT_ANSWERS_BYTES: '0' };
const AWAY = { error: 'The service is temporarily unavailable. Try again in a moment.' };
const TOO_LONG = { error: 'The request took too long.' };
const BUSY = { error: 'The service is busy. Try again in a moment.' };

let product: Product;
let world: World;
let projectId: string;
let artifacts: string;

beforeAll(async () => {
  ({ product, world } = await startOwnProduct(['identity', 'knowledge', 'gateway'], NOTHING_KEPT));
  ({ id: projectId } = await world.project());
  artifacts = `/projects/${projectId}/artifacts/`;
});

afterAll(() => product?.stop());

/** Starts what a test stopped. */
async function bringBack(...names: string[]): Promise<void> {
  for (const name of names) await product.stack.start(name);
  await eventually('everything is served again', servesEverything);
}

async function servesEverything(): Promise<boolean> {
  const answers = [await world.founder.get('/users/me/'), await world.founder.get(artifacts)];
  return answers.every(({ status }) => status === 200);
}

function expectAway(answer: Answer<unknown>): void {
  expect(answer).toMatchObject({ status: 503, body: AWAY });
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(answer.headers.get('cache-control')).toBe('no-store');
}

/** The process ids of everything except the servers. */
function processes(): number[] {
  return Object.values(product.stack.services).map(({ pid }) => pid);
}

async function take(server: 'postgres' | 'nats', signal: NodeJS.Signals): Promise<void> {
  const pid = product.stack.servers[server]!;
  process.kill(pid, signal);
  await eventually(`${server} is gone`, () => !isThere(pid));
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('while the knowledge service is away', () => {
  beforeAll(() => product.stack.services['knowledge']!.stop());

  it('its routes answer 503 immediately, with when to retry', async () => {
    expectAway(await world.founder.get(artifacts));
    expectAway(await world.founder.post(artifacts, { title: 'T', technical_type: 'markdown' }));
    expectAway(await world.founder.delete(`${artifacts}brief/`));
  });

  it('others are served, and so are all checks that come before it', async () => {
    expect((await world.founder.get(`/projects/${projectId}/`)).status).toBe(200);
    expect((await world.anybody.get(artifacts)).status).toBe(401);
    expect((await world.stranger.get(artifacts)).status).toBe(403);
    expect((await world.founder.post(artifacts, {})).status).toBe(400);
    expect((await world.founder.get('/openapi.json')).status).toBe(200);
  });

  afterAll(() => bringBack('knowledge'));
});

describe('while the identity service is away', () => {
  beforeAll(() => product.stack.services['identity']!.stop());

  it('no caller is treated as unauthenticated: 503, not 401', async () => {
    expectAway(await world.founder.get('/users/me/'));
    expectAway(await world.stranger.get('/projects/'));
    expectAway(await world.anybody.post('/auth/token/', { email: 'a@e2e.test', password: 'x' }));
  });

  it('malformed credentials are still refused', async () => {
    expect((await world.anybody.get(artifacts)).status).toBe(401);
    expect((await world.anybody.as('pkt_mistyped').get(artifacts)).status).toBe(401);
    expect((await world.anybody.as('pks_mistyped').get(artifacts)).status).toBe(403);
  });

  afterAll(() => bringBack('identity'));
});

describe('while NATS is away', () => {
  beforeAll(() => take('nats', 'SIGKILL'));

  it('everything that needs a service answers 503 immediately', async () => {
    expectAway(await world.founder.get(artifacts));
    expectAway(await world.founder.get('/users/me/'));
    expectAway(await world.founder.patch(`/projects/${projectId}/`, { name: 'N' }));
  });

  it('everything else is served', async () => {
    expect((await world.founder.get('/openapi.json')).status).toBe(200);
    expect((await world.anybody.get(artifacts)).status).toBe(401);
    expect((await world.founder.get('/nothing/')).status).toBe(404);
  });

  it('the gateway is not ready, and says why', async () => {
    const response = await fetch(`${product.stack.services['gateway']!.healthUrl}/ready`);
    expect([response.status, await response.json()]).toEqual([
      503,
      { ready: false, parts: { nats: 'NATS is away.', http: null } },
    ]);
  });

  afterAll(() => bringBack('nats'));
});

describe('while PostgreSQL is away', () => {
  beforeAll(() => take('postgres', 'SIGQUIT'));

  it('everything that needs it answers 503', async () => {
    expectAway(await world.founder.get(artifacts));
    expectAway(await world.founder.post(artifacts, { title: 'T', technical_type: 'markdown' }));
    expectAway(await world.stranger.get(`/projects/${projectId}/`));
    expectAway(
      await world.founder.patch(
        `${artifacts}brief/`,
        { in_scope: true },
        { 'idempotency-key': 'while away' },
      ),
    );
  });

  afterAll(() => bringBack('postgres'));
});

describe.each([
  ['nats', 'SIGKILL'],
  ['nats', 'SIGTERM'],
  ['postgres', 'SIGQUIT'],
  ['postgres', 'SIGINT'],
] as const)('%s, ended by %s and back again', (server, signal) => {
  it('is used by the same processes', async () => {
    const before = processes();
    await take(server, signal);
    await bringBack(server);
    expect(processes()).toEqual(before);
  });
});

describe('a service that does not answer', () => {
  const DEADLINE_MS = 2_000;
  let gateway: FurtherGateway;
  /** Clients of that gateway. */
  let founder: World['founder'];
  let stranger: World['stranger'];
  /** What the gateway logged above the level of info. */
  const lines: string[] = [];

  beforeAll(async () => {
    const { stack, callerSecret, founderToken, strangerToken } = product;
    const env = { ...NOTHING_KEPT, REQUEST_DEADLINE_MS: String(DEADLINE_MS) };
    const from = { natsUrl: stack.natsUrls['gateway']!, callerSecret };
    gateway = await startFurtherGateway(from, env, (line) => lines.push(line));
    ({ founder, stranger } = new World(gateway.baseUrl, founderToken, strangerToken));
  });
  afterAll(() => gateway?.stop());

  function whileKnowledgeIsFrozen<T>(act: () => Promise<T>): Promise<T> {
    return whileFrozen(product.stack.services['knowledge']!.pid, act);
  }

  it('is abandoned at the deadline: 504, and its late answer is discarded', async () => {
    await whileKnowledgeIsFrozen(async () => {
      const began = Date.now();
      const answers = await Promise.all([
        founder.get(artifacts),
        founder.post(artifacts, { title: 'Late', technical_type: 'markdown' }),
      ]);
      for (const answer of answers) expect(answer).toMatchObject({ status: 504, body: TOO_LONG });
      expect(Date.now() - began).toBeGreaterThanOrEqual(DEADLINE_MS - 100);
    });
    for (let n = 0; n < 20; n += 1) {
      expect(await world.founder.get(`${artifacts}?limit=${n + 1}`)).toMatchObject({ status: 200 });
    }
  });

  it('is named by the line of each request that waited for it, also where they shared the question', async () => {
    const { pid } = product.stack.services['identity']!;
    const ids = await whileFrozen(pid, async () => {
      const asked = [stranger.get(artifacts), stranger.get(`/projects/${projectId}/`)];
      return (await Promise.all(asked)).map(({ headers }) => headers.get('x-request-id'));
    });
    const line = (id: string | null) =>
      lines.find((one) => one.includes(`"request_id":"${id}"`) && one.includes('"status"'));
    await eventually('both are logged', () => ids.every((id) => line(id) !== undefined));
    for (const id of ids) {
      expect(JSON.parse(line(id) ?? '')).toMatchObject({
        level: 40,
        status: 504,
        failed_call: 'identity.access.resolve',
        failure: 'no_answer',
      });
    }
    const shared = ids.flatMap((id) => {
      const { failed_request_id = null } = JSON.parse(line(id) ?? '') as { failed_request_id?: string };
      return failed_request_id;
    });
    expect(shared).toContain(null);
    expect(shared.filter((id) => id !== null && ids.includes(id))).toHaveLength(1);
  });

  it('runs a request once all the same, when it is repeated under its Idempotency-Key', async () => {
    const request = { title: 'Late again', technical_type: 'markdown' };
    const headers = { 'idempotency-key': 'late again' };
    const making = await whileKnowledgeIsFrozen(() => founder.post(artifacts, request, headers));
    expect(making).toMatchObject({ status: 504 });
    await eventually('the repetition is answered', async () => {
      const { status } = await founder.post(artifacts, request, headers);
      return status === 201;
    });
  });
});

describe('an overloaded service', () => {
  let session: DatabaseSession;

  beforeAll(async () => {
    session = await openSession(product.stack.databaseUrl);
    await product.stack.services['knowledge']!.stop();
    await product.stack.start('knowledge', {
      env: { MAX_CONCURRENT_REQUESTS: '1', MAX_QUEUED_REQUESTS: '1' },
    });
  });

  it('refuses excess requests immediately with 503, and completes those it accepted', async () => {
    await session.rows('BEGIN');
    await session.rows('SELECT FROM knowledge.artifacts WHERE project_id = $1 FOR UPDATE', [projectId]);
    const rename = (n: number) => world.founder.patch(`${artifacts}brief/`, { display_order: n });
    const running = rename(1);
    await eventually('the first waits', () => session.isWaitedFor());
    const answers: Answer<unknown>[] = [];
    const others = [2, 3, 4, 5].map(async (n) => void answers.push(await rename(n)));
    await eventually('three are refused', () => answers.length === 3);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 503, body: BUSY });
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    await session.rows('COMMIT');
    await Promise.all(others);
    expect([(await running).status, answers.at(-1)?.status]).toEqual([200, 200]);
  });

  afterAll(async () => {
    await session.close();
    await product.stack.services['knowledge']!.stop();
    await bringBack('knowledge');
  });
});
