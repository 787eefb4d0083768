import { describe, expect, it } from '@jest/globals';
import { requestIdOf } from './request-id.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('a request id', () => {
  it.each(['a', 'A-b_c.9', 'x'.repeat(128)])('is the one that was sent: %s', (sent) => {
    expect(requestIdOf(sent)).toBe(sent);
  });

  it.each([undefined, '', 'x'.repeat(129), 'a b', 'a,b', 'ä', 'a\n', 'a"b', '{}'])(
    'is made for %j',
    (sent) => {
      expect(requestIdOf(sent)).toMatch(UUID);
    },
  );

  it('is generated when the header is repeated', () => {
    expect(requestIdOf(['a', 'b'])).toMatch(UUID);
  });
});
