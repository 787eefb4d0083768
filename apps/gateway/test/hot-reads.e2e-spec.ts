import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ArtifactDetail, ArtifactItem, Page } from '@pks/contracts';
import {
  type FurtherGateway,
  type Product,
  eventually,
  startFurtherGateway,
  whileFrozen,
} from '@pks/testing/black-box';
import { CheckedClient } from './support/checked-client.ts';
import { startOwnProduct } from './support/own-product.ts';
import type { World } from './support/world.ts';

/** The number of writes in the race, and of concurrent readers at each gateway. */
const WRITES = 60;
const READERS = 3;

let product: Product;
let world: World;
let second: FurtherGateway;
/** The founder at either gateway. */
let gateways: readonly [CheckedClient, CheckedClient];

beforeAll(async () => {
  ({ product, world } = await startOwnProduct(['identity', 'knowledge', 'gateway'], {
    REQUEST_DEADLINE_MS: '3000',
  }));
  second = await startFurtherGateway(
    { natsUrl: product.stack.natsUrls['gateway'] ?? '', callerSecret: product.callerSecret },
    { REQUEST_DEADLINE_MS: '3000' },
  );
  gateways = [world.founder, new CheckedClient(second.baseUrl, world.founderToken)];
});

afterAll(async () => {
  await second?.stop();
  await product?.stop();
});

let projectId: string;
let artifact: ArtifactDetail;
let detail: string;
let catalog: string;

beforeEach(async () => {
  ({ id: projectId } = await world.project());
  artifact = await world.artifact(projectId);
  catalog = `/projects/${projectId}/artifacts/`;
  detail = `${catalog}${artifact.slug}/`;
});

function whileKnowledgeIsFrozen<T>(act: () => Promise<T>): Promise<T> {
  return whileFrozen(product.stack.services['knowledge']!.pid, act);
}

/** Appends a version and publishes it, at a gateway. The new artifact already has an empty first version. */
async function publish(at: CheckedClient, number: number): Promise<void> {
  const version = { payload: `Text ${number}`, short_name: 'x', base_version_number: number - 1 };
  expect((await at.post(`${detail}versions/`, version)).status).toBe(201);
  expect((await at.post(`${detail}versions/${number}/publish/`)).status).toBe(200);
}

/** The title in the catalog, and the version that the detail shows. */
async function seen(at: CheckedClient): Promise<readonly [string, number]> {
  const [list, one] = await Promise.all([
    at.get<Page<ArtifactItem>>(catalog),
    at.get<ArtifactDetail>(detail),
  ]);
  const title = list.body.results.find(({ slug }) => slug === artifact.slug)?.title ?? '';
  return [title, one.body.selected_version_number ?? 0];
}

describe('an answer that a gateway has kept', () => {
  it('is given without the service, also to say that nothing changed', async () => {
    await publish(gateways[0], 2);
    await eventually('an answer comes while the service stands still', async () => {
      const { headers } = await gateways[0].get(detail);
      const { status } = await whileKnowledgeIsFrozen(() =>
        gateways[0].get(detail, { 'if-none-match': headers.get('etag') ?? '' }),
      );
      return status === 304;
    });
  });

  it('is not given after 100 ms', async () => {
    await publish(gateways[0], 2);
    await gateways[0].get(detail);
    const received = performance.now();
    await whileKnowledgeIsFrozen(async () => {
      let last = { status: 200, sent: received };
      while (last.status === 200) {
        expect(last.sent).toBeLessThan(received + 100);
        const sent = performance.now();
        const { status } = await gateways[0].get(detail);
        last = { status, sent };
      }
      expect(last.status).toBe(504);
    });
  });

  it('is never older than a write that was acknowledged, at whichever gateway', async () => {
    await publish(gateways[0], 2);
    let acknowledged = 2;
    let writing = true;
    let stale = 0;
    let reads = 0;
    const reading = async (at: CheckedClient): Promise<void> => {
      while (writing) {
        const before = acknowledged;
        const [title, version] = await seen(at);
        reads += 1;
        if (version < before || Number(title.split(' ').at(-1)) < before) stale += 1;
      }
    };
    expect((await gateways[0].patch(detail, { title: 'Number 2' })).status).toBe(200);
    const readers = gateways.flatMap((at) => Array.from({ length: READERS }, () => reading(at)));
    try {
      for (let number = 3; number <= WRITES; number += 1) {
        const at = gateways[number % 2] ?? gateways[0];
        await publish(at, number);
        expect((await at.patch(detail, { title: `Number ${number}` })).status).toBe(200);
        acknowledged = number;
        expect(await Promise.all(gateways.map(seen))).toEqual(
          gateways.map(() => [`Number ${number}`, number]),
        );
      }
    } finally {
      writing = false;
      await Promise.all(readers);
    }
    expect(stale).toBe(0);
    expect(reads).toBeGreaterThan(WRITES);
  });

  it('is not given to someone who may not read the project any more, however often others do', async () => {
    await publish(gateways[0], 2);
    const member = await world.member(projectId);
    const theirs = new CheckedClient(second.baseUrl, member.token);
    let isRead = true;
    const reading = (async () => {
      while (isRead) expect((await gateways[1].get(detail)).status).toBe(200);
    })();
    try {
      expect((await theirs.get(detail)).status).toBe(200);
      const removed = await world.founder.delete(`/projects/${projectId}/users/${member.projectUserId}/`);
      expect(removed.status).toBe(204);
      await eventually('they are refused', async () => (await theirs.get(detail)).status === 403);
      expect((await theirs.get(catalog)).status).toBe(403);
    } finally {
      isRead = false;
      await reading;
    }
  });

  it('is of the level of the reader: what is for admins is given to no other', async () => {
    await publish(gateways[0], 2);
    const member = await world.member(projectId);
    const head = `${detail}?version=head`;
    expect((await gateways[0].get(head)).status).toBe(200);
    expect((await member.api.get(head)).status).toBe(403);
  });

  it('is not given while NATS stands still or is away', async () => {
    await publish(gateways[0], 2);
    const nats = product.stack.servers['nats']!;
    await gateways[0].get(detail);
    const { status } = await whileFrozen(nats, () => gateways[0].get(detail));
    expect(status).toBe(504);
    await eventually('all is well again', async () => (await gateways[0].get(detail)).status === 200);
    process.kill(nats, 'SIGKILL');
    await eventually('the gateway has noticed', async () => (await gateways[0].get(detail)).status === 503);
    expect((await gateways[0].get(detail)).status).toBe(503);
  });
});
