import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Fingerprints } from './fingerprints.ts';
import type { KeyedRequest } from './idempotency-header.ts';

const SECRET = 's'.repeat(32);
const CONTENTS = '{"password":"a"}';
const request: KeyedRequest = { key: 'k', operation: 'PATCH /users/me/', contents: CONTENTS };

describe('a fingerprint', () => {
  it('is the same at every gateway with the same secret, for a text and for its bytes', () => {
    const bytes = { ...request, contents: Buffer.from(CONTENTS) };
    expect(new Fingerprints(SECRET).of(bytes)).toBe(new Fingerprints(SECRET).of(request));
  });

  it.each<[string, Partial<KeyedRequest>]>([
    ['key', { key: 'l' }],
    ['operation', { operation: 'POST /users/me/' }],
    ['contents', { contents: '{"password":"b"}' }],
  ])('is another one for another %s', (_what, other) => {
    const fingerprints = new Fingerprints(SECRET);
    expect(fingerprints.of({ ...request, ...other })).not.toBe(fingerprints.of(request));
  });

  it('cannot be computed without the secret', () => {
    const digest = createHash('sha256').update(`${request.operation}\n${CONTENTS}`).digest('base64url');
    expect([digest, new Fingerprints(`${SECRET}!`).of(request)]).not.toContain(
      new Fingerprints(SECRET).of(request),
    );
  });
});
