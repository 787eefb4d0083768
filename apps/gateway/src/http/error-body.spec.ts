import { describe, expect, it } from '@jest/globals';
import { Conflict, Fault, Invalid, NotFound, NotPossible } from '@pks/platform/process';
import { errorBody } from './error-body.ts';

describe('the body of an error', () => {
  it('is its sentence', () => {
    expect(errorBody(new NotFound().data)).toEqual({ error: 'Not found.' });
    expect(errorBody(new NotPossible('Not now.').data)).toEqual({ error: 'Not now.' });
  });

  it('contains each refused field with its sentences, and the first of them as the error', () => {
    expect(errorBody(new Invalid({ title: ['Too long.'], 'topics.0.title': ['Missing.'] }).data)).toEqual({
      error: 'Too long.',
      title: ['Too long.'],
      'topics.0.title': ['Missing.'],
    });
  });

  it('contains the other details of the fault', () => {
    expect(errorBody(new Conflict('Changed.', { head_version_number: 3 }).data)).toEqual({
      error: 'Changed.',
      head_version_number: 3,
    });
  });

  it('always has its sentence, which names a field that is called like it', () => {
    const { data } = new Invalid({ title: ['Too long.'], error: ['Unknown field.'] });
    expect(errorBody(data)).toEqual({ error: 'error: Unknown field.', title: ['Too long.'] });
  });

  it('has its details, whatever a refused field is called', () => {
    const fields = { x: ['Unknown field.'], message: ['Unknown field.'] };
    const details = { status: 'error', message: 'Unknown field.' };
    const { data } = new Fault({ kind: 'invalid', message: 'Unknown field.', fields, details });
    expect(errorBody(data)).toEqual({ error: 'message: Unknown field.', ...details, x: ['Unknown field.'] });
  });
});
