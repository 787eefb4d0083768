import { describe, expect, it } from '@jest/globals';
import { isCommonPassword } from './common-passwords.ts';

describe('a common password', () => {
  it.each(['password123', 'PassWord123', '1234567890', 'qwertyuiop', 'ｐassword123'])(
    'is %s, however it is written',
    (password) => expect(isCommonPassword(password)).toBe(true),
  );

  it.each(['correct horse', 'demo-password', 'a password for tests'])('is not %s', (password) =>
    expect(isCommonPassword(password)).toBe(false),
  );
});
