import { expect, it } from '@jest/globals';
import { Invalid } from '../errors/fault.ts';
import { loggedError } from './logged-error.ts';

const VALUE = 'do-not-log-me';

it('a cause, and each of several errors, are logged alike', () => {
  const cause = Object.assign(new Error(`invalid input: "${VALUE}"`), { code: '22P02', detail: VALUE });
  const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', port: 5432 });
  const shown = loggedError(new AggregateError([lost, new Error('outer', { cause })], 'all failed'));
  expect(JSON.stringify(shown)).not.toContain(VALUE);
  expect(shown).toMatchObject({
    message: 'all failed',
    errors: [
      { message: 'connect ECONNREFUSED', code: 'ECONNREFUSED', port: 5432 },
      { message: 'outer', cause: { message: 'a value was refused (22P02)' } },
    ],
  });
});

it('of a fault, the kind and the names of its fields are logged', () => {
  expect(loggedError(Invalid.field('title', 'This field is required.'))).toMatchObject({
    type: 'Invalid',
    kind: 'invalid',
    fields: ['title'],
  });
});

it('an error that is its own cause is logged, and what is no error stays as it is', () => {
  const error = new Error('again');
  error.cause = error;
  expect(loggedError(error)).toMatchObject({ message: 'again', cause: 'the same error again' });
  expect(loggedError('a reason')).toBe('a reason');
});
