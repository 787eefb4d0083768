import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NewApiKey, ServiceAccount } from '@pks/contracts';
import { type ApiClient, type Product, eventually, openSession, pause } from '@pks/testing/black-box';
import { startOwnProduct } from './support/own-product.ts';
import type { World } from './support/world.ts';

const AT_A_TIME = 16;
/** The pause between two requests of a lane: short enough to see every moment, long enough to leave the machine to others. Milliseconds. */
const PAUSE_MS = 25;
/** How long a revocation may take, in milliseconds: while NATS is up, and during any outage (decisions 2). */
const WITH_NATS = 1_000;
const AT_WORST = 5_000;

let product: Product;
let world: World;
let keys: string;

beforeAll(async () => {
  ({ product, world } = await startOwnProduct(['identity', 'gateway']));
  const accounts = `/organizations/${await world.organizationId()}/service-accounts/`;
  const { body } = await world.founder.post<ServiceAccount>(accounts, { name: 'Under load' });
  keys = `${accounts}${body.id}/api-keys/`;
});

afterAll(() => product?.stop());

/** An answer to a request. */
interface Answered {
  readonly begun: number;
  /** The sentence of a refusal. */
  readonly refusal: string | undefined;
}

/** Sends requests with a key continuously, and records how each was answered. */
class Load {
  readonly answers: Answered[] = [];
  private ended = false;
  private readonly lanes: Promise<void>[];

  constructor(private readonly client: ApiClient) {
    this.lanes = Array.from({ length: AT_A_TIME }, () => this.run());
  }

  async end(): Promise<void> {
    this.ended = true;
    await Promise.all(this.lanes);
  }

  /** The different answers to requests that began after this time, once there are many. */
  async answersAfter(time: number): Promise<unknown[]> {
    const later = (): Answered[] => this.answers.filter(({ begun }) => begun > time);
    await eventually('many more were answered', () => later().length > 10 * AT_A_TIME);
    return [...new Set(later().map(({ refusal }) => refusal))];
  }

  private async run(): Promise<void> {
    while (!this.ended) {
      const begun = Date.now();
      const { status, body } = await this.client.get<{ error?: string }>('/users/me/');
      this.answers.push({ begun, refusal: status === 200 ? undefined : (body.error ?? String(status)) });
      await pause(PAUSE_MS);
    }
  }
}

async function loadWithNewKey(): Promise<{ load: Load; id: string }> {
  const { body } = await world.founder.post<NewApiKey>(keys, {});
  const load = new Load(world.founder.as(body.key));
  await eventually('the key is in use', () => load.answers.length > 200);
  return { load, id: body.id };
}

describe('a key that is revoked while it is in use', () => {
  it('accepts nothing a second after the response', async () => {
    const { load, id } = await loadWithNewKey();
    expect((await world.founder.post(`${keys}${id}/revoke/`)).status).toBe(200);
    const answered = Date.now();
    expect(await load.answersAfter(answered + WITH_NATS)).toEqual(['API key revoked.']);
    await load.end();
  });

  it('accepts nothing after 5 s when its notice is lost with NATS, nor when NATS is back', async () => {
    const { load, id } = await loadWithNewKey();
    const database = await openSession(product.stack.databaseUrl);
    process.kill(product.stack.servers['nats']!, 'SIGKILL');
    await database.rows('UPDATE identity.api_keys SET revoked_at = now() WHERE id = $1', [id]);
    const revoked = Date.now();
    await database.close();
    await eventually('calls fail', () => load.answers.at(-1)?.refusal !== undefined);
    await product.stack.start('nats');
    await eventually(
      'the product is served again',
      async () => (await world.founder.get('/users/me/')).status === 200,
    );
    const served = Date.now();
    expect(await load.answersAfter(Math.max(served, revoked + AT_WORST))).toEqual(['API key revoked.']);
    await load.end();
    const tooLate = load.answers.filter(({ begun }) => begun > revoked + AT_WORST);
    expect(tooLate.filter(({ refusal }) => refusal === undefined)).toEqual([]);
  });

  it('accepts nothing after 5 s when no notice is sent', async () => {
    const { load, id } = await loadWithNewKey();
    const database = await openSession(product.stack.databaseUrl);
    await database.rows('UPDATE identity.api_keys SET revoked_at = now() WHERE id = $1', [id]);
    const revoked = Date.now();
    await database.close();
    expect(await load.answersAfter(revoked + AT_WORST)).toEqual(['API key revoked.']);
    await load.end();
  });
});
