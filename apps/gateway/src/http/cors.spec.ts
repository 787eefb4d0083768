import { describe, expect, it } from '@jest/globals';
import { Cors } from './cors.ts';

describe('the origins that may call', () => {
  it.each([undefined, 'https://a.test', 'https://a.test, http://localhost:5173', 'http://[::1]:3000'])(
    'may be %s',
    (configured) => expect(() => new Cors(configured)).not.toThrow(),
  );

  it.each([
    '*',
    'null',
    'a.test',
    'https://a.test/',
    'https://a.test/path',
    'https://A.test',
    'https://a.test:443',
    'https://*.a.test',
    'https://user@a.test',
    'file:///a',
    'https://a.test,,https://b.test',
    ',',
  ])('cannot be %s', (configured) => {
    expect(() => new Cors(configured)).toThrow(/^The environment is not usable\. CORS_ORIGINS: /);
  });

  it('are matched exactly', () => {
    const cors = new Cors('https://a.test');
    const asks = (origin?: string, method = 'OPTIONS', wanted: string | undefined = 'POST'): boolean =>
      cors.isPreflight({
        method,
        headers: {
          ...(origin === undefined ? {} : { origin }),
          ...(wanted === undefined ? {} : { 'access-control-request-method': wanted }),
        },
      });
    expect(asks('https://a.test')).toBe(true);
    for (const other of [
      'http://a.test',
      'https://b.a.test',
      'https://a.test.evil.test',
      'null',
      '',
      undefined,
    ])
      expect(asks(other)).toBe(false);
    expect(asks('https://a.test', 'GET')).toBe(false);
  });
});
