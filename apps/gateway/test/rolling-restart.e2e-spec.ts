import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ArtifactDetail } from '@pks/contracts';
import { type Product, eventually, openSession, pause } from '@pks/testing/black-box';
import { startOwnProduct } from './support/own-product.ts';
import type { World } from './support/world.ts';

const REQUESTS = 2_000;
const AT_A_TIME = 16;
/** The pause between two requests of a client: short enough to leave no gap, long enough to let processes start. Milliseconds. */
const PAUSE_MS = 10;
/** The sessions that wait for a lock: the first for the test's lock, the others behind the first. */
const WAITING = 'SELECT FROM pg_locks WHERE NOT granted';

let product: Product;
let world: World;
let artifact: string;

beforeAll(async () => {
  ({ product, world } = await startOwnProduct(['identity', 'knowledge', 'gateway'], {
    KEPT_ANSWERS_BYTES: '0',
  }));
  const { id } = await world.project();
  const { slug } = await world.artifact(id);
  artifact = `/projects/${id}/artifacts/${slug}/`;
});

afterAll(() => product?.stop());

/** Reads and writes continuously until stopped, and counts the statuses. */
class Load {
  readonly statuses = new Map<number | string, number>();
  sent = 0;
  private ended = false;
  private readonly clients: Promise<void>[];

  constructor() {
    this.clients = Array.from({ length: AT_A_TIME }, (_, n) => this.run(n));
  }

  async end(): Promise<void> {
    this.ended = true;
    await Promise.all(this.clients);
  }

  /** Resolves once this many more requests are answered. */
  async answered(more: number): Promise<void> {
    const until = this.sent + more;
    await eventually(`${more} more are answered`, () => this.sent >= until);
  }

  private async run(client: number): Promise<void> {
    for (let n = 0; !this.ended; n += 1) {
      const status = await this.ask(client, n).catch((error: Error) => error.message);
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
      this.sent += 1;
      await pause(PAUSE_MS);
    }
  }

  private async ask(client: number, n: number): Promise<number> {
    const writes = client === 0 && n % 4 === 0;
    const answer = writes
      ? world.founder.post(`${artifact}versions/`, { payload: String(n) })
      : world.founder.get(artifact);
    return (await answer).status;
  }
}

describe('a rolling restart under load', () => {
  it.each(['knowledge', 'identity'])('of %s fails no request', async (name) => {
    const { stack } = product;
    const load = new Load();
    await load.answered(REQUESTS / 4);
    await stack.start(name, { replica: 2 });
    await load.answered(REQUESTS / 4);
    await stack.services[name]!.stop();
    await load.answered(REQUESTS / 4);
    await stack.start(name);
    await load.answered(REQUESTS / 8);
    await stack.services[`${name}-2`]!.stop();
    await load.answered(REQUESTS / 8);
    await load.end();
    expect([...load.statuses.keys()].sort()).toEqual([200, 201]);
    expect(load.sent).toBeGreaterThanOrEqual(REQUESTS);
    const { body } = await world.founder.get<ArtifactDetail>(`${artifact}?version=head`);
    expect(body.head_version_number).toBe(body.version_count);
  });

  it('of the gateway answers every request that it accepted', async () => {
    const { stack } = product;
    const session = await openSession(stack.databaseUrl);
    await session.rows('BEGIN');
    await session.rows('SELECT FROM knowledge.artifacts FOR UPDATE');
    const taken = Array.from({ length: 4 }, () =>
      world.founder.post(`${artifact}versions/`, { payload: '' }),
    );
    await eventually('they wait', async () => (await session.rows(WAITING)).length === taken.length);
    const gateway = stack.services['gateway']!;
    const stopped = gateway.stop();
    await eventually('no more are taken', () => isRefused(`${world.baseUrl}/openapi.json`));
    await session.rows('COMMIT');
    const answers = await Promise.all(taken);
    await Promise.all([stopped, session.close()]);
    expect(answers.map(({ status }) => status)).toEqual(taken.map(() => 201));
    expect(await gateway.exited).toBe(0);
    await stack.start('gateway');
  });
});

describe('a gateway that stops', () => {
  it('does not wait for idle connections', async () => {
    const { hostname, port } = new URL(world.baseUrl);
    const socket = connect(Number(port), hostname);
    const gone = once(socket, 'close');
    await once(socket, 'connect');
    const gateway = product.stack.services['gateway']!;
    await Promise.all([gateway.stop(), gone]);
    expect(await gateway.exited).toBe(0);
    await product.stack.start('gateway');
  });
});

/** Whether connections to an address are refused. */
function isRefused(address: string): Promise<boolean> {
  return fetch(address).then(
    () => false,
    () => true,
  );
}
