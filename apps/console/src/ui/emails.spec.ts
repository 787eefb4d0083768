import { describe, expect, it } from '@jest/globals';
import { emailsIn, withEmail } from './emails.ts';

describe('addresses in a text', () => {
  it.each([',', ', ', '; ', ' ', '\n', '\u3000', '，', '、', '；', '،', '؛ '])(
    'are separated by %j',
    (between) => {
      expect(emailsIn(['a@b.example', 'c@d.example', ''].join(between))).toEqual([
        'a@b.example',
        'c@d.example',
      ]);
    },
  );

  it('are chosen, and no longer', () => {
    expect(withEmail('a@b.example，', 'c@d.example', true)).toBe('a@b.example, c@d.example');
    expect(withEmail('a@b.example، C@d.example', 'c@d.example', false)).toBe('a@b.example');
  });
});
