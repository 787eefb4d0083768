import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NewApiKey, ServiceAccount } from '@pks/contracts';
import { type ApiClient, type Product, eventually, openSession, startProduct } from '@pks/testing';
import { World } from './support/world.ts';

const AT_A_TIME = 16;
/** What a revocation may take, in milliseconds: while NATS is up, and whatever is away (decisions 2). */
const WITH_NATS = 1_000;
const AT_WORST = 5_000;

let product: Product;
let world: World;
let keys: string;

beforeAll(async () => {
  product = await startProduct({ ownServers: true });
  const { stack, founderToken, strangerToken } = product;
  world = new World(stack.baseUrl, founderToken, strangerToken);
  const accounts = `/organizations/${await world.organizationId()}/service-accounts/`;
  const { body } = await world.founder.post<ServiceAccount>(accounts, { name: 'Under load' });
  keys = `${accounts}${body.id}/api-keys/`;
});

afterAll(() => product?.stop());

/** Asks with a key without a pause, and remembers when each request that succeeded was begun. */
class Load {
  readonly succeeded: number[] = [];
  readonly refused: string[] = [];
  private ended = false;
  private readonly lanes: Promise<void>[];

  constructor(private readonly client: ApiClient) {
    this.lanes = Array.from({ length: AT_A_TIME }, () => this.run());
  }

  async end(): Promise<void> {
    this.ended = true;
    await Promise.all(this.lanes);
  }

  /** Requests that succeeded though they were begun later than that. */
  successesAfter(time: number): number {
    return this.succeeded.filter((begun) => begun > time).length;
  }

  private async run(): Promise<void> {
    while (!this.ended) {
      const begun = Date.now();
      const { status, body } = await this.client.get<{ error?: string }>('/users/me/');
      if (status === 200) this.succeeded.push(begun);
      else this.refused.push(body.error ?? String(status));
    }
  }
}

async function loadWithNewKey(): Promise<{ load: Load; id: string }> {
  const { body } = await world.founder.post<NewApiKey>(keys, {});
  const load = new Load(world.founder.as(body.key));
  await eventually('the key is in use', () => load.succeeded.length > 200);
  return { load, id: body.id };
}

describe('a key that is revoked while it is in use', () => {
  it('lets nothing through a second after the answer', async () => {
    const { load, id } = await loadWithNewKey();
    expect((await world.founder.post(`${keys}${id}/revoke/`)).status).toBe(200);
    const answered = Date.now();
    await sleep(WITH_NATS + 1_000);
    await load.end();
    expect(load.successesAfter(answered + WITH_NATS)).toBe(0);
    expect(load.refused.at(-1)).toBe('API key revoked.');
  });

  it('lets nothing through after 5 s when its notice is lost with NATS, nor when that is back', async () => {
    const { load, id } = await loadWithNewKey();
    const database = await openSession(product.stack.databaseUrl);
    process.kill(product.stack.servers['nats']!, 'SIGKILL');
    await database.rows('UPDATE identity.api_keys SET revoked_at = now() WHERE id = $1', [id]);
    const revoked = Date.now();
    await database.close();
    await sleep(1_000);
    await product.stack.start('nats');
    await eventually(
      'the product is served again',
      async () => (await world.founder.get('/users/me/')).status === 200,
    );
    await sleep(Math.max(0, revoked + AT_WORST + 1_000 - Date.now()));
    await load.end();
    expect(load.successesAfter(revoked + AT_WORST)).toBe(0);
    expect(load.refused.at(-1)).toBe('API key revoked.');
  });

  it('lets nothing through after 5 s when nobody is told', async () => {
    const { load, id } = await loadWithNewKey();
    const database = await openSession(product.stack.databaseUrl);
    await database.rows('UPDATE identity.api_keys SET revoked_at = now() WHERE id = $1', [id]);
    const revoked = Date.now();
    await database.close();
    await sleep(AT_WORST + 1_000);
    await load.end();
    expect(load.successesAfter(revoked + AT_WORST)).toBe(0);
    expect(load.refused.at(-1)).toBe('API key revoked.');
  });
});
