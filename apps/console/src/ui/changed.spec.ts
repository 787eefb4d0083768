import { describe, expect, it } from '@jest/globals';
import { changedIn } from './changed.ts';

describe('what is changed by a form', () => {
  it('is what is not as it began, blank and false too', () => {
    const begun = { title: 'Fares', group: 'Sales', in_scope: true };
    expect(changedIn(begun, { title: 'Fares', group: '', in_scope: false })).toEqual({
      group: '',
      in_scope: false,
    });
    expect(changedIn(begun, { ...begun })).toEqual({});
  });

  it('has no list that is the same again', () => {
    const begun = { permissions: ['view', 'administer'], profile: 'business' };
    expect(changedIn(begun, { permissions: ['view', 'administer'], profile: 'tech' })).toEqual({
      profile: 'tech',
    });
    expect(changedIn(begun, { ...begun, permissions: ['view'] })).toEqual({ permissions: ['view'] });
  });
});
