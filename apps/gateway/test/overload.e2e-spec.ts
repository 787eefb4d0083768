import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Answer, type ApiClient, type Product, pause } from '@pks/testing/black-box';
import { startOwnProduct } from './support/own-product.ts';
import type { World } from './support/world.ts';

const CONNECTIONS = 1_000;
const FLOOD_MS = 2_000;
/** Status, `Retry-After`, and sentence; on a slow machine some requests may wait until their deadline. */
const REFUSAL =
  /^(?:503 \d+ The service is (?:busy|temporarily unavailable)|429 \d+ Request was throttled|504 null The request took too long)/;

let product: Product;
let world: World;

beforeAll(async () => {
  ({ product, world } = await startOwnProduct(['identity', 'knowledge', 'gateway'], {
    // Every request has to reach its service, even within 100 ms of another.
    KEPT_ANSWERS_BYTES: '0',
  }));
});

afterAll(() => product?.stop());

/** Sends requests again and again over many connections; returns the answers. */
async function flood(client: ApiClient, path: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  const until = performance.now() + FLOOD_MS;
  const asking = async (): Promise<void> => {
    while (performance.now() < until) answers.push(await client.get(path));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, asking));
  return answers;
}

it('a project that asks for more than there is gets what there is, and is told when to ask again', async () => {
  const [{ id: flooding }, { id: other }] = [await world.project(), await world.project()];
  const path = `/projects/${flooding}/artifacts/`;
  expect((await world.founder.get(path)).status).toBe(200);
  const [answers, others] = await Promise.all([
    flood(world.founder, path),
    askingCalmly(world.founder, `/projects/${other}/artifacts/`),
  ]);

  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(answers.length);
  const kinds = new Set(
    refused.map(
      ({ status, body, headers }) => `${status} ${headers.get('retry-after')} ${String(body['error'])}`,
    ),
  );
  expect([...kinds].sort()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^(?:503 1 The service is busy|429 \d+ Request was throttled)/),
    ]),
  );
  for (const kind of kinds) expect(kind).toMatch(REFUSAL);
  for (const { headers } of refused) {
    expect(headers.get('x-request-id')).not.toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
  expect((await world.founder.get(path)).status).toBe(200);
});

/** Sends ten requests a second of the same user in another project. */
async function askingCalmly(client: ApiClient, path: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  const until = performance.now() + FLOOD_MS;
  while (performance.now() < until) {
    answers.push(await client.get(path));
    await pause(100);
  }
  return answers;
}
