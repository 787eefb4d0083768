import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type Caller, type JsonObject, type ToolType, tools } from '@pks/contracts';
import { ModelEndpoint } from '@pks/testing/black-box';
import { type RunningAgents, runningAgents } from './running-agents.ts';

const { calls } = tools;

let endpoint: ModelEndpoint;
let running: RunningAgents;
let owner: Caller;
/** The same user, as an admin of the project that imports. */
let importer: Caller;

beforeAll(async () => {
  endpoint = await ModelEndpoint.start();
  running = await runningAgents({ LANGUAGE_MODEL: endpoint.url, WEB_SEARCH: 'http://127.0.0.1:9' });
});
afterAll(async () => {
  await endpoint.close();
  await running.stop();
});
beforeEach(() => {
  owner = running.admin('Alpha');
  importer = { ...running.admin('Beta'), user_id: owner.user_id, email: owner.email };
});

async function firstOf(caller: Caller, tool_type: ToolType): Promise<string> {
  const [first] = await running.list(caller, { tool_type });
  return first?.id ?? '';
}

const importing = (tool_id: string) => running.call(calls.import, { tool_id }, importer);
const aSubAgent = async (admin: Caller, configuration: JsonObject): Promise<string> =>
  (await running.create(admin, { name: 'Expert', tool_type: 'sub_agent', configuration })).id;

/** The functions that an imported sub-agent has in the importing project. */
async function functionsOf(tool_id: string): Promise<readonly string[]> {
  endpoint.requests.length = 0;
  endpoint.next.push({ whole: { text: 'Done.' } });
  await running.run(importer, tool_id, { task: 'Look.' });
  return endpoint.requests[0]?.tools?.map((tool) => tool.function.name) ?? [];
}

it('an imported sub-agent is given no web search and no sub-agent of the project that imported it, whatever its owner names', async () => {
  const id = await aSubAgent(owner, {});
  await importing(id);
  const named = [
    await firstOf(importer, 'websearch'),
    await firstOf(importer, 'sub_agent'),
    await firstOf(importer, 'math'),
  ];
  await running.call(calls.update, { tool_id: id, configuration: { tool_ids: named } }, owner);
  expect(await functionsOf(id)).toEqual(['calculator']);
});

it('an imported sub-agent has the web search that was imported with it', async () => {
  const web = await firstOf(owner, 'websearch');
  const id = await aSubAgent(owner, { tool_ids: [web] });
  await importing(id);
  expect(await functionsOf(id)).toEqual([]);
  await importing(web);
  expect(await functionsOf(id)).toEqual(['web_search']);
});

it('a sub-agent of the project itself has an imported web search that it names', async () => {
  const web = await firstOf(owner, 'websearch');
  await importing(web);
  expect(await functionsOf(await aSubAgent(importer, { tool_ids: [web] }))).toEqual(['web_search']);
});
