import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RerankingEndpoint } from '@pks/testing';
import { EndpointReranker, type RerankingEndpoint as Endpoint } from '../../src/search/endpoint-reranker.ts';
import { RerankingFailed } from '../../src/search/reranker.ts';

let server: RerankingEndpoint;

beforeEach(async () => {
  server = await RerankingEndpoint.start((text) => text.length / 10);
});

afterEach(() => server.close());

const aReranker = (options: Partial<Endpoint> = {}): EndpointReranker =>
  new EndpointReranker({ url: server.url, model: 'small', ...options });

describe('a reranking endpoint', () => {
  it('is called with the model and the key, and its answer has the order of the texts', async () => {
    const reranker = aReranker({ url: `${server.url}/`, key: 'secret' });
    expect(await reranker.relevance('q', ['one', 'three', 'four'])).toEqual([0.3, 0.5, 0.4]);
    expect(server.requests).toEqual([
      {
        authorization: 'Bearer secret',
        model: 'small',
        query: 'q',
        documents: ['one', 'three', 'four'],
        top_n: 3,
      },
    ]);
  });

  it('is not called when there are no texts', async () => {
    expect(await aReranker().relevance('q', [])).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  it('may answer with logits, which keep their order between 0 and 1', async () => {
    await server.close();
    server = await RerankingEndpoint.start((text) => (text === 'good' ? 4 : -4));
    const relevance = await aReranker().relevance('q', ['bad', 'good']);
    expect(relevance?.map((score) => score.toFixed(2))).toEqual(['0.02', '0.98']);
  });

  it.each([
    ['another status', { status: 503, body: 'busy' }, 'answered 503: busy'],
    ['no results', { status: 200, body: '{}' }, 'without a relevance for each of 2 texts'],
    [
      'too few results',
      { status: 200, body: '{"results":[{"index":0,"relevance_score":1}]}' },
      'each of 2 texts',
    ],
    [
      'what is no number',
      {
        status: 200,
        body: '{"results":[{"index":0,"relevance_score":"1"},{"index":1,"relevance_score":1}]}',
      },
      'each of 2 texts',
    ],
    ['what is no JSON', { status: 200, body: '<html>' }, 'did not answer'],
  ])('that answers with %s fails, and is left alone for a while', async (_, answer, sentence) => {
    server.next.push(answer);
    const reranker = aReranker({ key: 'secret' });
    const failed = reranker.relevance('q', ['one', 'two']);
    await expect(failed).rejects.toThrow(RerankingFailed);
    await expect(failed).rejects.toThrow(sentence);
    await expect(failed).rejects.not.toThrow('secret');
    expect(await reranker.relevance('q', ['one', 'two'])).toBeNull();
    expect(server.requests).toHaveLength(1);
  });

  it('is called again after that', async () => {
    server.next.push({ status: 500, body: '' });
    const reranker = aReranker({ restMs: 0 });
    await expect(reranker.relevance('q', ['one'])).rejects.toThrow(RerankingFailed);
    expect(await reranker.relevance('q', ['one'])).toEqual([0.3]);
  });

  it('is not waited for beyond its time', async () => {
    server.next.push(null);
    await expect(aReranker({ timeoutMs: 200 }).relevance('q', ['one'])).rejects.toThrow('did not answer');
  });

  it('has each request counted by its outcome', async () => {
    const counted: unknown[] = [];
    const options = { restMs: 0, count: (outcome: unknown) => counted.push(outcome) };
    const reranker = aReranker(options);
    server.next.push({ status: 401, body: '' }, { status: 500, body: '' }, { status: 200, body: '{}' });
    for (let number = 0; number < 4; number += 1)
      await reranker.relevance('q', ['one']).catch(() => undefined);
    server.next.push(null);
    const hasty = aReranker({ ...options, timeoutMs: 200 });
    await expect(hasty.relevance('q', ['one'])).rejects.toThrow('did not answer');
    expect(counted).toEqual(['refused', 'failed', 'failed', 'ok', 'timeout']);
  });

  it('is no longer waited for once the reranker is closed', async () => {
    server.next.push(null);
    const reranker = aReranker({ timeoutMs: 60_000 });
    const failed = expect(reranker.relevance('q', ['one'])).rejects.toThrow('The reranker was closed.');
    reranker.close();
    await failed;
  });
});
