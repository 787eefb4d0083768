import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Caller, conversations, tools } from '@pks/contracts';
import { Jobs } from '@pks/platform';
import { eventually } from '@pks/testing';
import { ModelEndpoint, type WantedCall } from '@pks/testing/black-box';
import { answerTaking } from '../src/answers/answer-jobs.ts';
import { aPassage } from './knowledge-stand-in.ts';
import { type RunningAgents, aViewerBeside, projectIdOf, runningAgents } from './running-agents.ts';

const { calls } = conversations;
const QUESTION = 'How long may a refund take?';
const ANSWER = { whole: { text: 'Three days.' } };

let endpoint: ModelEndpoint;
let running: RunningAgents;
let admin: Caller;
let ana: Caller;
let conversation_id: string;

beforeAll(async () => {
  endpoint = await ModelEndpoint.start();
  running = await runningAgents({ LANGUAGE_MODEL: endpoint.url });
});
afterAll(async () => {
  await endpoint.close();
  await running.stop();
});
beforeEach(async () => {
  endpoint.requests.length = 0;
  endpoint.next.length = 0;
  running.knowledge.searches.length = 0;
  running.knowledge.found = [aPassage()];
  admin = running.admin();
  ana = aViewerBeside(admin);
  running.identity.grant(projectIdOf(ana), ana.user_id, ['CAN_VIEW_DATA']);
  ({ id: conversation_id } = await running.call(calls.create, {}, ana));
});

const calling = (...wanted: readonly WantedCall[]) => ({ whole: { calls: wanted } });
const searching = (query = QUESTION): WantedCall => ({ name: 'semantic_search', arguments: { query } });
const ask = (content = QUESTION) => running.call(calls.ask, { conversation_id, content }, ana);

describe('what a model reads of a conversation', () => {
  it('is the last 20 questions with their answers, and the new one', async () => {
    for (let asked = 1; asked <= 22; asked += 1) {
      endpoint.next.push({ whole: { text: `Answer ${asked}` } });
      await ask(`Question ${asked}`);
    }
    const read = endpoint.requests
      .at(-1)
      ?.messages.slice(1)
      .map(({ content }) => content);
    const earlier = Array.from({ length: 20 }, (_, n) => [`Question ${n + 2}`, `Answer ${n + 2}`]);
    expect(read).toEqual([...earlier.flat(), 'Question 22']);
  });
});

describe('the turns of a model', () => {
  it('are given back: a project may have any number of answers, one after the other', async () => {
    const answers = Array.from({ length: 33 }, (_, n) => `Answer ${n}`);
    endpoint.next.push(...answers.map((text) => ({ whole: { text } })));
    const given: unknown[] = [];
    for (const answer of answers) given.push((await ask(answer)).at(-1)?.content);
    expect(given).toEqual(answers);
  });
});

describe('an answer that another process continues', () => {
  it('has no more calls than one process would have made', async () => {
    endpoint.next.push(calling(...Array<WantedCall>(8).fill(searching())), null, ANSWER);
    await running.call(calls.begin, { conversation_id, message: QUESTION }, ana);
    await eventually('the model is asked again', () => endpoint.requests.length === 2);
    const lease = `UPDATE agents.questions SET leased_until = '2000-01-01' WHERE conversation_id = $1`;
    await running.session.rows(lease, [conversation_id]);
    const payload = { project_id: projectIdOf(ana), conversation_id, number: 1 };
    await running.get(Jobs).add(answerTaking, payload, { key: conversation_id });
    await eventually('it is answered', async () => {
      const { status } = await running.call(calls.follow, { conversation_id, after: 1 }, ana);
      return status === 'answered';
    });
    expect(endpoint.requests[2]?.tools).toBeUndefined();
    endpoint.answerWaiting(ANSWER);
  });
});

describe('an answer whose model fails after its search failed', () => {
  it('quotes what a search finds by then', async () => {
    const { resolve, reject, promise } = Promise.withResolvers<void>();
    running.knowledge.ready = promise;
    endpoint.next.push(calling(searching()), { status: 503, body: '' });
    const asked = ask();
    await eventually('it is searched for', () => running.knowledge.searches.length === 1);
    running.knowledge.ready = Promise.resolve();
    reject(new Error('The index is away.'));
    resolve();
    expect((await asked).at(-1)?.content).toContain('> A refund takes three days.');
    expect(running.knowledge.searches).toHaveLength(2);
  });
});

describe('a sub-agent', () => {
  it('is offered neither itself nor what the installation cannot run, though it names them', async () => {
    const { id } = await running.create(admin, { tool_type: 'websearch' });
    const [search] = await running.list(admin, { tool_type: 'retrieval' });
    const configuration = { tool_ids: [id, search?.id] };
    const agent = await running.create(admin, { tool_type: 'sub_agent', configuration });
    configuration.tool_ids.push(agent.id);
    await running.call(tools.calls.update, { tool_id: agent.id, configuration }, admin);
    endpoint.next.push(ANSWER);
    await running.run(admin, agent.id, { task: 'Look.' });
    const offered = endpoint.requests[0]?.tools?.map((tool) => tool.function.name);
    expect(offered).toEqual(['semantic_search']);
  });
});
