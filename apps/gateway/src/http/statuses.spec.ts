import { describe, expect, it } from '@jest/globals';
import { FAULTS } from '@pks/platform/process';
import { STATUS, STATUS_HEADERS } from './statuses.ts';

describe('statuses', () => {
  it('exist for every kind of fault', () => {
    expect(Object.keys(STATUS).sort()).toEqual([...FAULTS].sort());
  });

  it('are those of the conventions', () => {
    expect(STATUS).toEqual({
      invalid: 400,
      unauthenticated: 401,
      forbidden: 403,
      not_found: 404,
      conflict: 409,
      payload_mismatch: 422,
      too_large: 413,
      throttled: 429,
      internal: 500,
      overloaded: 503,
      unavailable: 503,
      deadline_exceeded: 504,
    });
  });

  it('say how to authenticate, and when to retry', () => {
    expect(STATUS_HEADERS[401]).toEqual({ 'www-authenticate': 'Bearer' });
    expect(STATUS_HEADERS[503]).toEqual({ 'retry-after': expect.stringMatching(/^[1-9]\d*$/) });
  });
});
