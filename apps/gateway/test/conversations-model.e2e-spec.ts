import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Conversation, ConversationEntry } from '@pks/contracts';
import { ModelEndpoint, type Product, eventually } from '@pks/testing/black-box';
import { EventStream } from './support/event-stream.ts';
import { formOf } from './support/forms.ts';
import { startOwnProduct } from './support/own-product.ts';
import type { Person, World } from './support/world.ts';

const QUESTION = 'How long may a refund take?';
const POLICY = 'Refunds are paid within fourteen days of the return.';
const SEARCHING = { whole: { calls: [{ name: 'semantic_search', arguments: { query: 'refunds' } }] } };
const ANSWER = { whole: { text: 'Fourteen days, says refunds.txt.' } };

let endpoint: ModelEndpoint;
let product: Product;
let world: World;
let ana: Person;
let path: string;

beforeAll(async () => {
  endpoint = await ModelEndpoint.start();
  const env = { LANGUAGE_MODEL: endpoint.url, EMBEDDINGS: 'none' };
  ({ product, world } = await startOwnProduct(['identity', 'knowledge', 'search', 'agents', 'gateway'], env));
  const { id: project } = await world.project();
  ana = await world.member(project);
  path = `/projects/${project}/playground-conversations/`;
  const files = formOf([{ name: 'refunds.txt', content: POLICY }]);
  await world.founder.send('POST', `/projects/${project}/documents/bulk-upload/`, files);
  await eventually('the document is found', async () => {
    const query = { query: 'refunds' };
    const found = await ana.api.post<readonly object[]>(`/projects/${project}/search/`, query);
    return found.body.length > 0;
  });
});
afterAll(async () => {
  await product?.stop();
  await endpoint.close();
});

async function begin(): Promise<string> {
  return (await ana.api.post<Conversation>(path, {})).body.id;
}

const numbersIn = ({ events }: EventStream) =>
  events.filter(({ event }) => event === 'entry').map(({ id }) => id);

describe('an answer of a language model', () => {
  it('rests on what the project says, and names its sources', async () => {
    endpoint.next.push(SEARCHING, ANSWER);
    const asked = { content: QUESTION };
    const { status, body } = await ana.api.post<readonly ConversationEntry[]>(
      `${path}${await begin()}/messages/`,
      asked,
    );
    expect([status, body.map(({ type }) => type)]).toEqual([201, ['message', 'tool_call', 'message']]);
    expect(body[1]?.results[0]).toMatchObject({ title: 'refunds.txt', text: POLICY });
    expect(body[2]).toMatchObject({
      content: ANSWER.whole.text,
      results: [{ kind: 'document', title: 'refunds.txt', page: 1 }],
    });
    expect(endpoint.requests[1]?.messages.at(-1)?.content).toContain(POLICY);
  });

  it('is continued after any entry while the model works, though its client has left', async () => {
    const address = `${world.baseUrl}${path}${await begin()}/`;
    const before = endpoint.requests.length;
    endpoint.next.push(SEARCHING, null);
    const asked = await EventStream.ask(`${address}send_message_stream/`, ana.token, { message: QUESTION });
    await eventually('the model works', () => endpoint.requests.length === before + 2);
    await eventually('two entries were read', () => asked.lastId === '2');
    asked.close();
    const again = await EventStream.open(`${address}stream/`, ana.token, { 'last-event-id': '1' });
    await eventually('the second entry was read', () => again.lastId === '2');
    endpoint.answerWaiting(ANSWER);
    expect((await again.first('done')).data).toEqual({ query_id: 1, status: 'answered' });
    expect(numbersIn(again)).toEqual(['2', '3']);
  });
});
