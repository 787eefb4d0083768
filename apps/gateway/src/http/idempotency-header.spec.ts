import { describe, expect, it } from '@jest/globals';
import { Invalid } from '@pks/platform/process';
import { ALL_ROUTES } from '../routes/index.ts';
import type { Method } from '../routes/route.ts';
import { keyedRequestOf } from './idempotency-header.ts';
import type { ApiRequest } from './json-body.ts';

interface Sent {
  readonly method?: Method;
  /** The path of the route. */
  readonly path?: string;
  readonly url?: string;
  readonly key?: string | undefined;
  readonly body?: string;
}

function reading({
  method = 'POST',
  path = `/projects/${method === 'POST' ? '' : '{project_id}/'}`,
  url = `/api/v1${path}`,
  key,
  body,
}: Sent) {
  const route = ALL_ROUTES.find((one) => one.method === method && one.path === path)!;
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const request = { method, url, headers, body: bytes && { bytes, value: {} } };
  return keyedRequestOf(route, request as unknown as ApiRequest).keyed;
}

describe('an Idempotency-Key', () => {
  it('is optional', () => {
    expect(reading({})).toBeUndefined();
  });

  it.each<Method>(['GET', 'DELETE'])('has no effect on %s', (method) => {
    expect(reading({ method, key: 'k' })).toBeUndefined();
  });

  it.each([
    ['that needs no credential', '/auth/token/'],
    [
      'whose token is in its address',
      '/projects/{project_id}/interviews/{interview_id}/stop-reminders-by-mail/',
    ],
    ['that changes nothing', '/projects/{project_id}/search/'],
  ])('has no effect on an operation %s, whatever its form', (_what, path) => {
    for (const key of ['k', 'é']) expect(reading({ path, key })).toBeUndefined();
  });

  it.each([
    ['POST', '/api/v1/projects/'],
    ['PATCH', '/api/v1/projects/{project_id}/'],
  ] as const)('has an effect on %s', (method, url) => {
    expect(reading({ method, key: 'k', body: '{}' })).toEqual({
      key: 'k',
      operation: `${method} ${url}`,
      contents: Buffer.from('{}'),
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

  it('applies to the path with its UUIDs in either case', () => {
    const url = (...ids: string[]) => `/api/v1/projects/${ids.join('/tools/')}`;
    const [one, two] = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b'];
    const given = reading({ key: 'k', url: url(one, two) });
    expect(given?.operation).toBe(`POST ${url(one, two)}/`);
    expect(reading({ key: 'k', url: url(one.toUpperCase(), two.toUpperCase()) })).toEqual(given);
  });

  it('belongs to an operation with its method and its query', () => {
    const operations = [
      reading({ key: 'k' }),
      reading({ key: 'k', method: 'PATCH' }),
      reading({ key: 'k', url: '/api/v1/projects/?a=1' }),
    ].map((keyed) => keyed?.operation);
    expect(new Set(operations).size).toBe(3);
  });
});
