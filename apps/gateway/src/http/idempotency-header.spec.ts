import { describe, expect, it } from '@jest/globals';
import { Invalid } from '@pks/platform/process';
import { idempotencyOf } from './idempotency-header.ts';
import type { ApiRequest } from './json-body.ts';

interface Sent {
  readonly method?: string;
  readonly url?: string;
  readonly key?: string | undefined;
  readonly body?: string;
}

function reading({ method = 'POST', url = '/api/v1/projects/', key, body }: Sent) {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const request = { method, url, headers, body: bytes && { bytes, value: {} } };
  return idempotencyOf(request as unknown as ApiRequest).idempotency;
}

describe('an Idempotency-Key', () => {
  it('is optional', () => {
    expect(reading({})).toBeUndefined();
  });

  it.each(['GET', 'DELETE'])('has no effect on %s', (method) => {
    expect(reading({ method, key: 'k' })).toBeUndefined();
  });

  it.each(['POST', 'PATCH'])('has an effect on %s', (method) => {
    expect(reading({ method, key: 'k' })).toMatchObject({
      key: 'k',
      operation: `${method} /api/v1/projects/`,
    });
  });

  it.each(['k', 'x'.repeat(255), 'a b', '~!"#', 'päö'.normalize('NFC').replace(/[^ -~]/g, 'o')])(
    'may be %s',
    (key) => {
      expect(reading({ key })?.key).toBe(key);
    },
  );

  it.each(['', 'x'.repeat(256), ' k', 'k ', 'é', 'a\tb', '\u0001'])('cannot be %j', (key) => {
    expect(() => reading({ key })).toThrow(Invalid);
  });

  it('applies to the path, with or without its trailing slash', () => {
    const given = reading({ key: 'k', body: '{}' });
    expect(reading({ key: 'k', body: '{}', url: '/api/v1/projects' })).toEqual(given);
    expect(reading({ key: 'k', body: '{}', url: '/api/v1/other/' })?.operation).not.toBe(given?.operation);
  });

  it('has a different fingerprint for another body, method or query', () => {
    const fingerprints = [
      reading({ key: 'k', body: '{}' }),
      reading({ key: 'k', body: '{ }' }),
      reading({ key: 'k' }),
      reading({ key: 'k', body: '{}', method: 'PATCH' }),
      reading({ key: 'k', body: '{}', url: '/api/v1/projects/?a=1' }),
    ].map((idempotency) => idempotency?.fingerprint);
    expect(new Set(fingerprints).size).toBe(5);
  });
});
