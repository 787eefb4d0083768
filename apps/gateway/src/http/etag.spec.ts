import { describe, expect, it } from '@jest/globals';
import { etagOf, matches } from './etag.ts';

describe('an ETag', () => {
  const etag = etagOf(Buffer.from('{"id":1}'));

  it('is a strong validator of the bytes', () => {
    expect(etag).toMatch(/^"[A-Za-z0-9_-]+"$/);
    expect(etagOf(Buffer.from('{"id":1}'))).toBe(etag);
    expect(etagOf(Buffer.from('{"id":2}'))).not.toBe(etag);
  });

  it.each([
    ['itself', etag],
    ['its weak form', `W/${etag}`],
    ['a list with it', `"other", ${etag}`],
    ['a list without spaces', `"other",W/${etag}`],
    ['anything', '*'],
    ['anything, with spaces', ' * '],
  ])('is matched by %s', (_name, ifNoneMatch) => {
    expect(matches(ifNoneMatch, etag)).toBe(true);
  });

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['another one', '"other"'],
    ['itself without quotes', etag.slice(1, -1)],
    ['a list of others', '"a", "b"'],
  ])('is not matched by %s', (_name, ifNoneMatch) => {
    expect(matches(ifNoneMatch, etag)).toBe(false);
  });
});
