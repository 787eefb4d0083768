import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EmbeddingsEndpoint, eventually } from '@pks/testing';
import { type Embedding, EmbeddingFailed } from '../../src/search/embedder.ts';
import { type EmbeddingEndpoint, EndpointEmbedder } from '../../src/search/endpoint-embedder.ts';

let server: EmbeddingsEndpoint;
const embedders: EndpointEmbedder[] = [];

beforeEach(async () => {
  server = await EmbeddingsEndpoint.start((text) => [text.length, 0, 0]);
});

afterEach(async () => {
  await Promise.all(embedders.splice(0).map((embedder) => embedder.close()));
  await server.close();
});

function anEmbedder(options: Partial<EmbeddingEndpoint> = {}): EndpointEmbedder {
  const embedder = new EndpointEmbedder({
    url: server.url,
    model: 'small',
    dimensions: 3,
    pauseMs: 1,
    ...options,
  });
  embedders.push(embedder);
  return embedder;
}

describe('an embeddings endpoint', () => {
  it('is called with the model and the key, and its vectors are normalised to length 1', async () => {
    const embeddings = await anEmbedder({ url: `${server.url}/`, key: 'secret' }).embed(['one', 'three']);
    const same = { vector: Float32Array.of(1, 0, 0), pieces: null };
    expect(embeddings).toEqual([same, same]);
    expect(server.requests).toEqual([
      { authorization: 'Bearer secret', model: 'small', input: ['one', 'three'] },
    ]);
  });

  it('may return the vectors in any order, and receives at most 64 texts at once', async () => {
    await server.close();
    server = await EmbeddingsEndpoint.start((text) => [Number(text) + 1, 1, 0]);
    const texts = Array.from({ length: 100 }, (_, index) => String(index));
    const embeddings = (await anEmbedder().embed(texts)) as Embedding[];
    expect(embeddings.map(({ vector }) => Math.round(vector[0]! / vector[1]!) - 1)).toEqual(
      texts.map((text) => Number(text)),
    );
    expect(server.requests.map(({ input }) => input.length)).toEqual([64, 36]);
  });

  it('is not called when there are no texts', async () => {
    expect(await anEmbedder().embed([])).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  it.each([429, 500, 503])('is retried after %i', async (status) => {
    server.next.push({ status, body: '{}' }, { status, body: '{}', retryAfter: '0' });
    expect(await anEmbedder().embed(['one'])).toHaveLength(1);
    expect(server.requests).toHaveLength(3);
  });

  it('is retried when it does not answer in time', async () => {
    server.next.push(null);
    expect(await anEmbedder({ timeoutMs: 1_000 }).embed(['one'])).toHaveLength(1);
  });

  it('is called five times, then the reason is reported', async () => {
    server.next.push(...Array.from({ length: 9 }, () => ({ status: 503, body: 'too busy' })));
    await expect(anEmbedder().embed(['one'])).rejects.toThrow(
      'The embeddings endpoint answered 503: too busy',
    );
    expect(server.requests).toHaveLength(5);
  });

  it('is not retried when it refuses, and the key is not revealed', async () => {
    server.next.push({ status: 401, body: 'wrong key' });
    const failed = anEmbedder({ key: 'secret' }).embed(['one']);
    await expect(failed).rejects.toThrow(EmbeddingFailed);
    await expect(failed).rejects.not.toThrow('secret');
    expect(server.requests).toHaveLength(1);
  });

  it('that refuses a text among others as too long gets it alone, and shortened until it fits', async () => {
    server.longest = 300;
    const embeddings = await anEmbedder().embed(['one', 'x'.repeat(1_000), 'three']);
    expect(embeddings).toHaveLength(3);
    const lengths = server.requests.map(({ input }) => input.map((text) => text.length));
    expect(lengths).toEqual([[3, 1_000, 5], [3], [1_000], [500], [250], [5]]);
  });

  it('that refuses short texts, whatever they say, fails', async () => {
    server.longest = 2;
    await expect(anEmbedder().embed(['one', 'three'])).rejects.toThrow('answered 413: too long');
    expect(server.requests.map(({ input }) => input)).toEqual([['one', 'three'], ['one'], ['A text.']]);
  });

  it('that refuses only one of the texts, however short, has the others embedded', async () => {
    server.forbidden = 'two';
    const embeddings = await anEmbedder().embed(['one', `two${' of them'.repeat(50)}`, 'three']);
    const embedded = { vector: Float32Array.of(1, 0, 0), pieces: null };
    const refused = new EmbeddingFailed('The embeddings endpoint answered 400: forbidden');
    expect(embeddings).toEqual([embedded, refused, embedded]);
  });

  it('that refuses a text, and then does not answer, fails', async () => {
    server.next.push({ status: 400, body: 'no' }, { status: 401, body: 'no key' });
    await expect(anEmbedder().embed(['one'])).rejects.toThrow('answered 400: no');
  });

  it.each([
    ['too few vectors', '{"data":[]}', 'without a vector for each of 1 texts'],
    ['vectors of another length', '{"data":[{"embedding":[1,2]}]}', 'vectors of 2 numbers; 3 are configured'],
    ['what is no vector', '{"data":[{"embedding":["a"]}]}', 'not a vector'],
    ['null', 'null', 'without a vector'],
  ])('that answers with %s fails', async (_, body, sentence) => {
    server.next.push({ status: 200, body });
    await expect(anEmbedder().embed(['one'])).rejects.toThrow(sentence);
  });

  it('is asked for a question as for a passage', async () => {
    expect(await anEmbedder().embedQuestion('one')).toEqual({
      vector: Float32Array.of(1, 0, 0),
      pieces: null,
    });
    expect(server.requests).toMatchObject([{ input: ['one'] }]);
  });

  it.each([
    ['with 503', { status: 503, body: 'too busy' }, 'answered 503: too busy'],
    ['not at all', null, 'did not answer'],
    ['with 401', { status: 401, body: 'wrong key' }, 'answered 401: wrong key'],
    ['with 403', { status: 403, body: 'no key' }, 'answered 403: no key'],
  ])('that answers a question %s is left alone for a while', async (_, answer, sentence) => {
    server.next.push(answer);
    const embedder = anEmbedder(answer === null ? { questionTimeoutMs: 200 } : {});
    const failed = embedder.embedQuestion('one');
    await expect(failed).rejects.toThrow(EmbeddingFailed);
    await expect(failed).rejects.toThrow(sentence);
    expect(await embedder.embedQuestion('two')).toBeNull();
    expect(server.requests).toHaveLength(1);
    expect(await embedder.embed(['three'])).toHaveLength(1);
  });

  it.each([
    ['after that', { status: 503, body: '' }, { restMs: 0 }],
    ['at once where it answers 429', { status: 429, body: 'too many', retryAfter: '5' }, {}],
    ['at once where it refuses one', { status: 400, body: 'no' }, {}],
  ])('is asked other questions %s', async (_, answer, options) => {
    server.next.push(answer);
    const embedder = anEmbedder(options);
    await expect(embedder.embedQuestion('one')).rejects.toThrow(EmbeddingFailed);
    expect(await embedder.embedQuestion('two')).not.toBeNull();
  });

  it('has each request counted by its outcome', async () => {
    const counted: unknown[] = [];
    const options = { restMs: 0, count: (outcome: unknown) => counted.push(outcome) };
    const embedder = anEmbedder(options);
    server.next.push(
      { status: 401, body: '' },
      { status: 429, body: '' },
      { status: 503, body: '' },
      { status: 200, body: '<html>' },
      { status: 200, body: '{"data":[]}' },
    );
    for (let number = 0; number < 6; number += 1) await embedder.embedQuestion('one').catch(() => undefined);
    server.next.push(null);
    const hasty = anEmbedder({ ...options, questionTimeoutMs: 200 });
    await expect(hasty.embedQuestion('one')).rejects.toThrow('did not answer');
    expect(counted).toEqual(['refused', 'refused', 'failed', 'failed', 'failed', 'ok', 'timeout']);
    server.next.push({ status: 503, body: '' });
    await embedder.embed(['one']);
    expect(counted.slice(7)).toEqual(['failed', 'ok']);
  });

  it.each([
    ['does not answer', null],
    ['is to be asked later', { status: 429, body: '', retryAfter: '30' }],
  ])(
    'that %s is waited for until the time of the caller is over, who gets what is known by then',
    async (_, last) => {
      const time = new AbortController();
      const accepted = { status: 200, body: JSON.stringify({ data: [{ index: 0, embedding: [1, 0, 0] }] }) };
      server.next.push({ status: 413, body: 'too long' }, accepted, last);
      const embedding = anEmbedder().embed(['one', 'two', 'three'], 'a project', time.signal);
      await eventually('the second text alone is sent', async () => server.requests.length === 3);
      time.abort();
      expect(await embedding).toEqual([{ vector: Float32Array.of(1, 0, 0), pieces: null }]);
      expect(server.requests.map(({ input }) => input)).toEqual([['one', 'two', 'three'], ['one'], ['two']]);
    },
  );

  it('is no longer waited for once the embedder is closed', async () => {
    server.next.push(null);
    const embedder = anEmbedder();
    const failed = expect(embedder.embed(['one'])).rejects.toThrow('The embedder was closed.');
    await embedder.close();
    await failed;
  });
});
