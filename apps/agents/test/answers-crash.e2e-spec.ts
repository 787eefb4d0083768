import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@pks/testing';
import { ModelEndpoint } from '@pks/testing/black-box';
import { aPassage } from './knowledge-stand-in.ts';
import { MortalAgents, type Talk } from './mortal-agents.ts';

const QUESTION = 'How long may a refund take?';
const ANSWER = { whole: { text: 'Three days.' } };
const SEARCHING = { whole: { calls: [{ name: 'semantic_search', arguments: { query: 'refund' } }] } };

let endpoint: ModelEndpoint;
let world: MortalAgents;
let talk: Talk;

beforeAll(async () => {
  endpoint = await ModelEndpoint.start();
  world = await MortalAgents.open({ LANGUAGE_MODEL: endpoint.url });
});
afterAll(async () => {
  await world.stop();
  await endpoint.close();
});
beforeEach(async () => {
  endpoint.requests.length = 0;
  endpoint.next.length = 0;
  world.knowledge.searches.length = 0;
  world.knowledge.found = [aPassage()];
  world.knowledge.ready = Promise.resolve();
  talk = await world.talk();
});

const isAsked = (times: number) =>
  eventually(`the model is asked ${times} times`, () => endpoint.requests.length === times);

/** Waits for the answer, checks that it is complete and recorded once, and that the next question can be asked. */
async function isAnsweredOnce(): Promise<void> {
  await world.answered(talk);
  const { chat_history } = await world.read(talk);
  expect(chat_history.map(({ type, content }) => [type, content])).toEqual([
    ['message', QUESTION],
    ['tool_call', 'Semantic search'],
    ['message', 'Three days.'],
  ]);
  endpoint.next.push(ANSWER);
  await world.begin(talk, 'Sure?');
  await world.answered(talk);
}

describe('a process that is killed while it answers', () => {
  it('leaves its question to another one before it has recorded anything', async () => {
    endpoint.next.push(null, SEARCHING, ANSWER);
    await world.begin(talk, QUESTION);
    await isAsked(1);
    await world.killAnswering(talk);
    await isAnsweredOnce();
    expect(world.knowledge.searches).toHaveLength(1);
  });

  it('leaves its question to another one while a tool runs, which then runs again', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    world.knowledge.ready = promise;
    endpoint.next.push(SEARCHING, SEARCHING, ANSWER);
    await world.begin(talk, QUESTION);
    await eventually('the tool runs', () => world.knowledge.searches.length === 1);
    await world.killAnswering(talk);
    resolve();
    await isAnsweredOnce();
    expect(world.knowledge.searches).toHaveLength(2);
  });

  it('leaves its question to another one after a tool has run, which does not run again', async () => {
    endpoint.next.push(SEARCHING, null, ANSWER);
    await world.begin(talk, QUESTION);
    await isAsked(2);
    await world.killAnswering(talk);
    await isAnsweredOnce();
    expect(world.knowledge.searches).toHaveLength(1);
  });
});
