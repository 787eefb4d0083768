import { ApiError, Unreachable } from '@pks/client';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { KeptKeys } from './kept-keys.ts';

let keys: KeptKeys;

beforeEach(() => {
  keys = new KeptKeys();
});

const refused = (status: number): ApiError => new ApiError(status, 'Refused.', {}, undefined, undefined);

/** Sends something, and fails with the given error, if any. Returns the key under which it was sent. */
async function send(sent: unknown, error?: Error): Promise<string> {
  let under = '';
  await keys
    .under(sent, (key) => {
      under = key;
      return error ? Promise.reject(error) : Promise.resolve();
    })
    .catch(() => undefined);
  return under;
}

describe('what is sent again as it was', () => {
  it.each([
    ['no answer came', new Unreachable(undefined)],
    ['it was given up', new DOMException('Aborted.', 'AbortError')],
    ['the service failed', refused(500)],
    ['the service did not wait to the end', refused(504)],
  ])('has the same key where %s', async (_why, error) => {
    const key = await send({ text: 'a' }, error);
    expect(await send({ text: 'a' })).toBe(key);
  });

  it('has the same key until it is known what became of it', async () => {
    const key = await send('a', new Unreachable(undefined));
    for (const status of [409, 429, 503]) expect(await send('a', refused(status))).toBe(key);
    expect(await send('a')).toBe(key);
    expect(await send('a')).not.toBe(key);
  });

  it('has another key after it was refused', async () => {
    for (const status of [400, 404, 409, 422, 429]) {
      const key = await send('a', refused(status));
      expect(await send('a')).not.toBe(key);
    }
    const lost = await send('a', new Unreachable(undefined));
    expect(await send('a', refused(400))).toBe(lost);
    expect(await send('a')).not.toBe(lost);
  });

  it('has the same key whatever was sent in between', async () => {
    const key = await send('a', new Unreachable(undefined));
    await send('b', refused(400));
    await send('c');
    expect(await send('a')).toBe(key);
  });
});

it('what was changed has another key', async () => {
  const key = await send({ text: 'a' }, new Unreachable(undefined));
  expect(await send({ text: 'b' })).not.toBe(key);
});

it('says what it was answered, or why it was not', async () => {
  await expect(keys.under('a', () => Promise.resolve(7))).resolves.toBe(7);
  await expect(keys.under('a', () => Promise.reject(refused(400)))).rejects.toMatchObject({ status: 400 });
});
