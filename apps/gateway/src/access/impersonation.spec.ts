import { describe, expect, it } from '@jest/globals';
import { type Access, type Permission, artifacts, notifications } from '@pks/contracts';
import { aCaller } from '@pks/testing';
import type { ApiRequest } from '../http/json-body.ts';
import { type Route, get, impersonable, routes } from '../routes/route.ts';
import { actingAs, wishOf } from './impersonation.ts';

const FORBIDDEN = 'You do not have permission to perform this action.';
const notes = { access: 'view', errors: [401, 403, 404], summary: '', description: '' } as const;
const PATH = '/projects/{project_id}/notifications/';
const [there] = impersonable(routes('Notifications', get(PATH, notifications.calls.unreadCount, notes)));
const [elsewhere] = routes(
  'Notifications',
  get('/projects/{project_id}/artifacts/', artifacts.calls.list, notes),
);

function withPermissions(...permissions: Permission[]) {
  return {
    id: '01890000-0000-7000-8000-000000000000',
    permissions,
    artifact_publish_mode: 'auto_publish',
  } as const;
}

const ana = aCaller({ project: withPermissions('CAN_VIEW_DATA', 'CAN_IMPERSONATE_OTHER_USERS') });

/** The effective user that a caller's header names. */
function target(email: string | undefined, route: Route = there!, caller = ana): unknown {
  const headers = email === undefined ? {} : { 'x-impersonate-email': email };
  try {
    return wishOf(route, { headers } as unknown as ApiRequest, caller)?.target.email;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('X-Impersonate-Email', () => {
  it('names the user to act as, trimmed', () => {
    expect(target('ben@example.test')).toBe('ben@example.test');
    expect(target(' ben@example.test ')).toBe('ben@example.test');
  });

  it.each([undefined, '', 'ben', 'ben@', 'a@example.test, b@example.test', `${'x'.repeat(250)}@e.test`])(
    'changes nothing as %j',
    (email) => expect(target(email)).toBeUndefined(),
  );

  it('has no effect on a route that does not declare it, whoever the caller is', () => {
    const viewer = aCaller({ project: withPermissions('CAN_VIEW_DATA') });
    expect(target('ben@example.test', elsewhere)).toBeUndefined();
    expect(target('ben@example.test', elsewhere, viewer)).toBeUndefined();
  });

  it.each([
    ['a viewer', withPermissions('CAN_VIEW_DATA')],
    ['an admin', withPermissions('CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS')],
    ['a member of nothing', null],
  ])('is refused to %s, whatever its value, unless it is empty', (_name, project) => {
    const caller = aCaller({ project });
    expect(target('ben@example.test', there, caller)).toBe(FORBIDDEN);
    expect(target(caller.email, there, caller)).toBe(FORBIDDEN);
    expect(target('no e-mail', there, caller)).toBe(FORBIDDEN);
    expect(target('', there, caller)).toBeUndefined();
  });

  it('is cached for one credential alone, under a key without secrets', () => {
    const other = { ...ana, credential_id: 'another' };
    const request = { headers: { 'x-impersonate-email': 'ben@example.test' } } as unknown as ApiRequest;
    expect(wishOf(there!, request, ana)?.holder).toBe(`${ana.credential_id} as ben@example.test`);
    expect(wishOf(there!, request, other)?.holder).toBe('another as ben@example.test');
  });
});

describe('a user who acts as another', () => {
  const standing = { organization: null } as const;
  const ben = aCaller({ email: 'ben@example.test', project: withPermissions('CAN_VIEW_DATA') });
  const member: Access = { caller: ben, project: 'member', ...standing };

  it('is that user to services, beside the real credential and user', () => {
    expect(actingAs(member, ana).caller).toEqual({
      ...ben,
      credential_id: ana.credential_id,
      impersonated_by: { user_id: ana.user_id, email: ana.email },
    });
  });

  it.each<[string, Access]>([
    ['no user has the e-mail', { ...member, caller: null, project: null }],
    ['that user is not a member', { ...member, caller: { ...ben, project: null }, project: 'foreign' }],
    ['that user may not view the project', { ...member, caller: { ...ben, project: withPermissions() } }],
    ['it is the caller themselves', { ...member, caller: { ...ana, credential_id: 'x' } }],
  ])('acts as themselves when %s', (_name, access) => {
    expect(actingAs(access, ana).caller).toBeNull();
  });
});
