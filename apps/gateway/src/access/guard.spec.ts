import { describe, expect, it } from '@jest/globals';
import {
  type Access,
  type AccessRule,
  type OrganizationRole,
  type Permission,
  InProject,
  type Standing,
  Uuid,
  contract,
  nothing,
  rpc,
} from '@pks/contracts';
import { aCaller } from '@pks/testing';
import { type ErrorStatus, type Route, get, routes } from '../routes/route.ts';
import { assertMayUse } from './guard.ts';

const FORBIDDEN = 'You do not have permission to perform this action.';

class InBoth extends InProject {
  @Uuid()
  readonly organization_id!: string;
}

function aRoute(access: AccessRule, errors: readonly ErrorStatus[] = [401, 403, 404]): Route {
  const path = '/projects/{project_id}/artifacts/';
  const { calls } = contract('knowledge.artifacts', { list: rpc(InBoth).by(access).returns(nothing) });
  return routes('Artifacts', get(path, calls.list, { errors, summary: '', description: '' }))[0]!;
}

function inProject(project: Standing, permissions: readonly Permission[] = []): Access {
  const place = { id: 'p', permissions, artifact_publish_mode: 'auto_publish' as const };
  const caller = aCaller({ project: project === 'member' ? place : null });
  return { caller, project, organization: null };
}

function inOrganization(standing: Standing, role?: OrganizationRole): Access {
  const organization = role === undefined ? null : { id: 'o', role };
  return { caller: aCaller({ project: null, organization }), project: null, organization: standing };
}

function verdict(route: Route, access: Access): string {
  try {
    assertMayUse(route, access);
    return 'passes';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a caller in a project', () => {
  const all = ['CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS'] as const;

  it.each<[Permission[], boolean, boolean]>([
    [[], false, false],
    [['CAN_VIEW_DATA'], true, false],
    [['CAN_PERFORM_ADMIN_ACTIONS'], true, true],
    [['CAN_IMPERSONATE_OTHER_USERS'], false, false],
    [['CAN_VIEW_DATA', 'CAN_IMPERSONATE_OTHER_USERS'], true, false],
    [[...all], true, true],
  ])('with %j may view: %j, administer: %j', (permissions, mayView, mayAdminister) => {
    const access = inProject('member', permissions);
    expect(verdict(aRoute('view'), access)).toBe(mayView ? 'passes' : FORBIDDEN);
    expect(verdict(aRoute('admin'), access)).toBe(mayAdminister ? 'passes' : FORBIDDEN);
  });

  it.each(['view', 'admin'] as const)('is refused by every %s route of a foreign project', (rule) => {
    expect(verdict(aRoute(rule), inProject('foreign'))).toBe(FORBIDDEN);
  });

  it.each(['view', 'admin'] as const)(
    'gets a 404 for an unknown project from %s routes that list one',
    (rule) => {
      expect(verdict(aRoute(rule), inProject('unknown'))).toBe('Not found.');
      expect(verdict(aRoute(rule, [400, 401, 403]), inProject('unknown'))).toBe(FORBIDDEN);
    },
  );
});

describe('a caller in an organization', () => {
  it.each([
    [inOrganization('member', 'admin'), 'passes'],
    [inOrganization('member', 'member'), FORBIDDEN],
    [inOrganization('foreign'), FORBIDDEN],
    [inOrganization('unknown'), 'Not found.'],
  ] as const)('%#: is authorized by their role and membership', (access, expected) => {
    expect(verdict(aRoute('organization_admin'), access)).toBe(expected);
  });
});

describe('a route for any credential', () => {
  it('accepts every caller, and refuses requests without a credential', () => {
    const nowhere = { caller: aCaller(), project: null, organization: null };
    expect(verdict(aRoute('authenticated'), nowhere)).toBe('passes');
    expect(verdict(aRoute('authenticated'), inOrganization('member', 'member'))).toBe('passes');
    const nobody = { caller: null, project: null, organization: null };
    expect(verdict(aRoute('authenticated'), nobody)).toBe('Authentication credentials were not provided.');
  });

  it('or for user tokens alone refuses a place that its path names where the caller is no member', () => {
    for (const rule of ['authenticated', 'user_token'] as const) {
      expect(verdict(aRoute(rule), inOrganization('foreign'))).toBe(FORBIDDEN);
      expect(verdict(aRoute(rule), inOrganization('unknown'))).toBe('Not found.');
    }
  });
});

describe('a route for user tokens', () => {
  it('accepts users with a token of this service alone', () => {
    const nowhere = { project: null, organization: null };
    const user = aCaller();
    expect(verdict(aRoute('user_token'), { caller: user, ...nowhere })).toBe('passes');
    const account = { ...user, kind: 'service_account' as const };
    expect(verdict(aRoute('user_token'), { caller: account, ...nowhere })).toBe(FORBIDDEN);
    const ofIssuer = { ...user, credential_id: user.user_id };
    expect(verdict(aRoute('user_token'), { caller: ofIssuer, ...nowhere })).toBe(FORBIDDEN);
  });
});
