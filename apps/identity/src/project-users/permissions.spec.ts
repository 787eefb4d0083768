import { describe, expect, it } from '@jest/globals';
import { administers, distinct, effective } from './permissions.ts';

describe('permissions', () => {
  it('are each there once, in the order given', () => {
    expect(distinct(['CAN_IMPERSONATE_OTHER_USERS', 'CAN_VIEW_DATA', 'CAN_VIEW_DATA'])).toEqual([
      'CAN_IMPERSONATE_OTHER_USERS',
      'CAN_VIEW_DATA',
    ]);
  });

  it('to administer include viewing', () => {
    expect(effective(['CAN_PERFORM_ADMIN_ACTIONS'])).toEqual(['CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS']);
    expect(effective(['CAN_PERFORM_ADMIN_ACTIONS', 'CAN_VIEW_DATA'])).toHaveLength(2);
  });

  it('to impersonate include nothing else', () => {
    expect(effective(['CAN_IMPERSONATE_OTHER_USERS'])).toEqual(['CAN_IMPERSONATE_OTHER_USERS']);
    expect(administers(['CAN_IMPERSONATE_OTHER_USERS', 'CAN_VIEW_DATA'])).toBe(false);
  });
});
