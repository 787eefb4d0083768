import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  Conversation,
  NewApiKey,
  Page,
  Project,
  ProjectUser,
  ServiceAccount,
  Tool,
  ToolRun,
} from '@pks/contracts';
import { ModelEndpoint, type Product, eventually } from '@pks/testing/black-box';
import { callTool, closeMcp, connectMcp } from './support/mcp.ts';
import { startOwnProduct } from './support/own-product.ts';
import type { World } from './support/world.ts';

/** An admission is valid for less than this. Milliseconds. */
const LONG_AGO = 1_000;
const ANSWER = { whole: { text: 'Fourteen days.' } };
const VIEWING = ['CAN_VIEW_DATA'];

let endpoint: ModelEndpoint;
let product: Product;
let world: World;
let project: Project;
let assistant: string;

beforeAll(async () => {
  endpoint = await ModelEndpoint.start();
  const env = { LANGUAGE_MODEL: endpoint.url };
  ({ product, world } = await startOwnProduct(['identity', 'knowledge', 'agents', 'gateway'], env));
  project = await world.project();
  const path = `/projects/${project.id}/tools/`;
  const { body } = await world.founder.get<Page<Tool>>(`${path}?tool_type=sub_agent`);
  assistant = `${path}${body.results[0]?.id}/`;
});
afterEach(closeMcp);
afterAll(async () => {
  await product?.stop();
  await endpoint.close();
});

const users = () => `/projects/${project.id}/users/`;

/** Somebody who makes a call that waits for a language model, and a way to withdraw their access. */
interface Waiting {
  /** Makes the call; returns its status. */
  readonly wait: () => Promise<unknown>;
  readonly withdraw: () => Promise<unknown>;
}

const runOf = async (token: string): Promise<number> =>
  (await world.founder.as(token).post(`${assistant}run/`, { task: 'Look.' })).status;

async function memberWhoRuns(): Promise<Waiting> {
  const { token, projectUserId } = await world.member(project.id);
  return { wait: () => runOf(token), withdraw: () => world.founder.delete(`${users()}${projectUserId}/`) };
}

async function keyThatRuns(): Promise<Waiting> {
  const accounts = `/organizations/${await world.organizationId()}/service-accounts/`;
  const { body: account } = await world.founder.post<ServiceAccount>(accounts, { name: 'Slow' });
  const member = { user_id: account.id, permissions: VIEWING };
  await world.founder.post<ProjectUser>(users(), member);
  const keys = `${accounts}${account.id}/api-keys/`;
  const { body: key } = await world.founder.post<NewApiKey>(keys, {});
  return { wait: () => runOf(key.key), withdraw: () => world.founder.post(`${keys}${key.id}/revoke/`) };
}

async function memberWhoRunsOverMcp(): Promise<Waiting> {
  const { token, projectUserId } = await world.member(project.id);
  const client = await connectMcp(world.baseUrl, token);
  const [tool_id] = assistant.split('/').slice(-2);
  const given = { project_id: project.id, tool_id, parameters: { task: 'Look.' } };
  const run = async () => (await callTool(client, 'run_tool', given)).meta?.['status'] ?? 200;
  return { wait: run, withdraw: () => world.founder.delete(`${users()}${projectUserId}/`) };
}

async function memberWhoAsks(): Promise<Waiting & { readonly answers: () => Promise<number> }> {
  const { id: user_id, api, projectUserId } = await world.member(project.id);
  const conversations = `/projects/${project.id}/playground-conversations/`;
  const path = `${conversations}${(await api.post<Conversation>(conversations, {})).body.id}/`;
  const ask = async () => (await api.post(`${path}messages/`, { content: 'How long?' })).status;
  return {
    wait: ask,
    withdraw: () => world.founder.delete(`${users()}${projectUserId}/`),
    answers: async () => {
      await world.founder.post<ProjectUser>(users(), { user_id, permissions: VIEWING });
      return (await api.get<Conversation>(path)).body.chat_history.length;
    },
  };
}

/** Resolves when this many calls wait for the model, and were admitted long ago. */
async function longWaiting(many: number): Promise<void> {
  await eventually('they wait for the model', () => endpoint.waiting === many);
  const since = Date.now();
  await eventually('their admission is long ago', () => Date.now() - since > LONG_AGO);
}

async function runs(): Promise<readonly ToolRun[]> {
  return (await world.founder.get<Page<ToolRun>>(`${assistant}runs/`)).body.results;
}

describe('a call that lasts', () => {
  it('is refused where access was withdrawn meanwhile, though what was done stays recorded', async () => {
    const asking = await memberWhoAsks();
    const all = [asking, await memberWhoRuns(), await keyThatRuns(), await memberWhoRunsOverMcp()];
    const statuses = all.map(({ wait }) => wait());
    await longWaiting(all.length);
    for (const { withdraw } of all) await withdraw();
    endpoint.answerWaiting(ANSWER);
    expect(await Promise.all(statuses)).toEqual([403, 403, 403, 403]);
    expect((await runs()).map(({ status }) => status)).toEqual(['success', 'success', 'success']);
    expect(await asking.answers()).toBe(2);
  });

  it('is answered to everybody else', async () => {
    const asking = await memberWhoAsks();
    const all = [asking, await memberWhoRuns(), await keyThatRuns(), await memberWhoRunsOverMcp()];
    const statuses = all.map(({ wait }) => wait());
    await longWaiting(all.length);
    endpoint.answerWaiting(ANSWER);
    expect(await Promise.all(statuses)).toEqual([201, 200, 200, 200]);
  });
});
