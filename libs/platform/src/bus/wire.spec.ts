import { describe, expect, it } from '@jest/globals';
import { headers } from '@nats-io/transport-node';
import { aCaller } from '@pks/testing';
import { Invalid } from '../errors/fault.ts';
import { CLOCKS_DIFFER_MS, HEADER, contextOf, idempotencyOf, requestHeaders } from './wire.ts';

const ANA = aCaller({ email: 'anä@example.test' });
const DEFAULT_MS = 10_000;

function remaining(text: string): number {
  const h = headers();
  h.set(HEADER.deadline, text);
  return contextOf(h, DEFAULT_MS).deadline - Date.now();
}

describe('the headers of a request', () => {
  const context = {
    requestId: 'r-1',
    deadline: Date.now() + 2_000,
    caller: ANA,
    idempotency: { key: ' ä%/\n', fingerprint: 'f', operation: 'POST /things/' },
  };

  it('contain the caller and the milliseconds that are left', () => {
    const h = requestHeaders({ ...context, idempotency: { ...context.idempotency, key: 'a b%' } }, 1_500);
    expect(h.get(HEADER.deadline)).toBe('1500');
    expect(contextOf(h, DEFAULT_MS)).toMatchObject({ requestId: 'r-1', caller: ANA });
    expect(idempotencyOf(h)).toEqual({ key: 'a b%', fingerprint: 'f', operation: 'POST /things/' });
  });

  it('subtract the time for which they were unread, beyond clock skew', () => {
    const left = (sentAt: string): number => {
      const h = requestHeaders(context, 5_000);
      h.set(HEADER.sentAt, sentAt);
      return Math.round((contextOf(h, DEFAULT_MS).deadline - Date.now()) / 1_000) * 1_000;
    };
    expect(left(String(Date.now() - CLOCKS_DIFFER_MS - 2_000))).toBe(3_000);
    expect(left(String(Date.now() - CLOCKS_DIFFER_MS))).toBe(5_000);
    expect(left(String(Date.now() + 60_000))).toBe(5_000);
    for (const unusable of ['soon', '', 'Infinity']) expect(left(unusable)).toBe(5_000);
  });

  it('contain the origin, if it is known', () => {
    const from = requestHeaders({ ...context, clientAddress: '203.0.113.7' }, 1_500);
    expect(contextOf(from, DEFAULT_MS).clientAddress).toBe('203.0.113.7');
    expect(contextOf(requestHeaders(context, 1_500), DEFAULT_MS)).not.toHaveProperty('clientAddress');
  });

  it('are optional: without them there is no caller, and the default time', () => {
    const found = contextOf(undefined, DEFAULT_MS);
    expect(found).toMatchObject({ requestId: 'none', caller: null });
    expect(found.deadline).toBeGreaterThan(Date.now() + DEFAULT_MS - 1_000);
    expect(idempotencyOf(undefined)).toBeUndefined();
    expect(idempotencyOf(headers())).toBeUndefined();
  });

  it.each(['soon', '1e400', 'Infinity', '99999999999999999999', '0x7fffffff', ' '])(
    'never give more than the default time (%p)',
    (text) => {
      expect(remaining(text)).toBeGreaterThan(DEFAULT_MS - 1_000);
      expect(remaining(text)).toBeLessThanOrEqual(DEFAULT_MS);
    },
  );

  it.each(['0', '-1', '-Infinity'])('with no time left are past their deadline (%p)', (text) => {
    expect(remaining(text)).toBeLessThanOrEqual(0);
  });

  it.each([
    ['percent-encoding that is none', { [HEADER.idempotencyKey]: '%E0%A4%A', ...rest() }],
    ['a key of control characters', { [HEADER.idempotencyKey]: '%00', ...rest() }],
    ['a key that is too long', { [HEADER.idempotencyKey]: 'x'.repeat(256), ...rest() }],
    ['no fingerprint', { [HEADER.idempotencyKey]: 'x', [HEADER.operation]: 'POST /' }],
    ['no operation', { [HEADER.idempotencyKey]: 'x', [HEADER.fingerprint]: 'f' }],
  ])('are refused with %s', (_what, fields) => {
    const h = headers();
    for (const [name, value] of Object.entries(fields)) h.set(name, value);
    expect(() => idempotencyOf(h)).toThrow(Invalid);
  });
});

function rest(): Record<string, string> {
  return { [HEADER.fingerprint]: 'f', [HEADER.operation]: 'POST /' };
}
