import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadConfig, openLanguageModel } from '@pks/platform';
import { type Environment, TEST_SECRET, aCaller, silentLog } from '@pks/testing';
import { ModelEndpoint, eventually } from '@pks/testing/black-box';
import { AgentsConfig } from '../agents.config.ts';
import { TokenBudget } from '../kinds/token-budget.ts';
import { ToolError } from '../kinds/tool-errors.ts';
import type { OfferedTool, ProjectTools, RunTerms } from '../kinds/tool-kind.ts';
import { SubAgents } from './sub-agents.ts';

const SEARCH: OfferedTool = {
  id: 'a',
  ownerProjectId: 'p',
  name: 'Search',
  description: 'Finds.',
  toolType: 'retrieval',
  retrievalMode: null,
  parameters: [],
};
const CALL = { whole: { calls: [{ name: 'search', arguments: {} }] } };

let endpoint: ModelEndpoint;
let stop: AbortController;

beforeEach(async () => {
  endpoint = await ModelEndpoint.start();
  stop = new AbortController();
});
afterEach(() => endpoint.close());

const found: ProjectTools['run'] = async () => [{ text: 'Found.' }];

/** What a sub-agent reports under some terms. */
function report(
  terms: Partial<RunTerms> = {},
  run: ProjectTools['run'] = found,
  settingsOfService: Environment = {},
) {
  const env = { CALLER_SECRET: TEST_SECRET, LANGUAGE_MODEL: endpoint.url, ...settingsOfService };
  const config = loadConfig(AgentsConfig, env);
  const kind = new SubAgents(openLanguageModel(config), config, silentLog());
  const tools = { list: async () => [SEARCH], run };
  const assertMayView = async () => undefined;
  const places = { projectId: 'p', ownerProjectId: 'p' };
  const common = { ...places, caller: aCaller(), signal: stop.signal, depth: 0, tools, assertMayView };
  const settings = { retrievalMode: null, configuration: {} };
  return kind.prepare(settings).run({ task: 'Look.' }, { ...common, ...terms });
}

describe('a sub-agent', () => {
  it('reports what it did when its time is over while the model thinks', async () => {
    endpoint.next.push(CALL, null);
    const working = report();
    await eventually('the model is asked again', () => endpoint.requests.length === 2);
    stop.abort();
    expect(await working).toMatchObject([
      {
        answer: null,
        ended_by: 'time',
        steps: [{ tool_id: 'a', status: 'success' }],
        usage: { requests: 2 },
      },
    ]);
  });

  it('reports before the time limit of tools, however short it is', async () => {
    endpoint.next.push(CALL, null);
    const signal = AbortSignal.timeout(5_000);
    const [{ ended_by } = {}] = await report({ signal }, found, { TOOL_TIME_LIMIT_MS: '1000' });
    expect([ended_by, signal.aborted]).toEqual(['time', false]);
  });

  it('makes no further call when its time is over while a tool runs', async () => {
    endpoint.next.push({ whole: { calls: [...CALL.whole.calls, ...CALL.whole.calls] } });
    const working = report({}, async (_id, _parameters, within) => {
      stop.abort();
      expect(within?.signal?.aborted).toBe(true);
      throw ToolError.timedOut(30);
    });
    expect(await working).toMatchObject([{ ended_by: 'time', steps: [{ status: 'error' }] }]);
    expect(endpoint.requests).toHaveLength(1);
  });

  it('uses no more tokens than the work has that it is a part of', async () => {
    const budget = new TokenBudget(1_000);
    endpoint.next.push({ whole: { ...CALL.whole, tokens: 900 } });
    expect(await report({ budget })).toMatchObject([{ ended_by: 'tokens', usage: { total_tokens: 900 } }]);
    expect(await report({ budget })).toMatchObject([{ ended_by: 'tokens', usage: { requests: 0 } }]);
    expect([budget.left, endpoint.requests.length]).toEqual([100, 1]);
  });

  it('runs in another one, but not deeper', async () => {
    endpoint.next.push({ whole: { text: 'Done.' } });
    expect(await report({ depth: 1 })).toMatchObject([{ answer: 'Done.' }]);
    await expect(report({ depth: 2 })).rejects.toMatchObject({
      data: { details: { error_code: 'too_deep' } },
    });
  });

  it('says that the model’s own limit ended the answer', async () => {
    endpoint.next.push({ whole: { text: 'It tak', reason: 'length' } });
    expect(await report()).toMatchObject([{ answer: 'It tak', ended_by: 'length' }]);
  });

  it('passes on what is no fault of a tool: it is a defect', async () => {
    endpoint.next.push(CALL);
    await expect(report({}, () => Promise.reject(new TypeError('a defect')))).rejects.toThrow(TypeError);
  });
});
