import { describe, expect, it } from '@jest/globals';
import { validateSync } from 'class-validator';
import { AcceptInvite, AddOrganizationUser, ChangePassword, ConfirmPasswordReset } from '../index.ts';

describe.each([AcceptInvite, AddOrganizationUser, ChangePassword, ConfirmPasswordReset])(
  'a password that is set by %p',
  (Request) => {
    const sentences = (password: string): readonly string[] => {
      const errors = validateSync(Object.assign(new Request(), { password }), { stopAtFirstError: true });
      const wrong = errors.find(({ property }) => property === 'password');
      return Object.values(wrong?.constraints ?? {});
    };

    it.each([' '.repeat(10), '\u00a0'.repeat(10)])('is not blank: %j', (password) => {
      expect(sentences(password)).toEqual(['This field may not be blank.']);
    });

    it('has between 10 and 128 characters', () => {
      expect(['x'.repeat(9), 'x'.repeat(10), 'x'.repeat(128), 'x'.repeat(129)].map(sentences)).toEqual([
        ['Ensure this field has at least 10 characters.'],
        [],
        [],
        ['Ensure this field has no more than 128 characters.'],
      ]);
    });

    it('may begin and end with blanks, and is not trimmed', () => {
      const request = Object.assign(new Request(), { password: ' 12345678 ' });
      expect([sentences(request.password), request.password]).toEqual([[], ' 12345678 ']);
    });
  },
);
