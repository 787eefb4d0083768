import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page, Project } from '@pks/contracts';
import type { Product } from '@pks/testing/black-box';
import { MODES, callTool, closeMcp, connectMcp } from './support/mcp.ts';
import { startOwnProduct } from './support/own-product.ts';
import type { World } from './support/world.ts';

let product: Product;
let world: World;

beforeAll(async () => {
  ({ product, world } = await startOwnProduct(['identity', 'knowledge', 'gateway']));
  await world.project();
});

afterAll(async () => {
  await closeMcp();
  await product?.stop();
});

it.each(Object.entries(MODES))('a client %s goes on after the gateway restarted', async (_name, mode) => {
  const client = await connectMcp(world.baseUrl, world.founderToken, mode);
  const before = await callTool<Page<Project>>(client, 'list_projects');
  await product.stack.services['gateway']?.stop();
  await product.stack.start('gateway');
  expect(await callTool(client, 'list_projects')).toEqual(before);
  expect(before.body.count).toBe(1);
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(0);
});

it('a tool of a service that is away says so, and the others go on', async () => {
  const client = await connectMcp(world.baseUrl, world.founderToken);
  const { body } = await callTool<Page<Project>>(client, 'list_projects');
  const given = { project_id: body.results[0]?.id };
  await product.stack.services['knowledge']?.stop();
  const told = await callTool(client, 'list_artifacts', given);
  expect(told).toMatchObject({ isError: true, meta: { status: 503, retry_after: 1 } });
  expect((await callTool(client, 'list_projects')).isError).toBe(false);
  await product.stack.start('knowledge');
  expect((await callTool(client, 'list_artifacts', given)).isError).toBe(false);
});
