import { describe, expect, it } from '@jest/globals';
import { ADMIN, NOON, VIEWER } from '../../test/world.ts';
import { ProjectUser, administers, effective } from './project-user.entity.ts';

const aMember = (rights = VIEWER) => ProjectUser.join('project', 'user', rights, NOON);

describe('a project user', () => {
  it('holds each permission once, from the start and after a change', () => {
    const member = aMember({ ...VIEWER, permissions: ['CAN_VIEW_DATA', 'CAN_VIEW_DATA'] });
    expect(member.permissions).toEqual(['CAN_VIEW_DATA']);
    member.change({ permissions: [...ADMIN.permissions, ...ADMIN.permissions] });
    expect(member.permissions).toEqual(ADMIN.permissions);
  });

  it('keeps the permissions that a change does not name', () => {
    const member = aMember(ADMIN);
    member.change({ profile: 'user' });
    expect(member).toMatchObject({ permissions: ADMIN.permissions, profile: 'user' });
    member.change({ permissions: [] });
    expect(member).toMatchObject({ permissions: [], profile: 'user' });
  });

  it('is demoted only by losing the permission to administer', () => {
    expect(aMember(ADMIN).isDemotedBy(VIEWER)).toBe(true);
    expect(aMember(ADMIN).isDemotedBy({ permissions: ['CAN_PERFORM_ADMIN_ACTIONS'] })).toBe(false);
    expect(aMember(ADMIN).isDemotedBy({ profile: 'user' })).toBe(false);
    expect(aMember(VIEWER).isDemotedBy({ permissions: [] })).toBe(false);
  });
});

describe('permissions', () => {
  it('are listed once each, in the given order', () => {
    const permissions = ['CAN_IMPERSONATE_OTHER_USERS', 'CAN_VIEW_DATA', 'CAN_VIEW_DATA'] as const;
    expect(aMember({ ...VIEWER, permissions: [...permissions] }).permissions).toEqual([
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
