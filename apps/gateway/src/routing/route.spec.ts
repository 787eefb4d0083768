import { describe, expect, it } from '@jest/globals';
import { artifacts, projectUsers } from '@pks/contracts';
import { ALL_ROUTES } from '../routes/index.ts';
import { act, change, create, get, placesOf, remove, routes } from './route.ts';

const notes = { access: 'view', errors: [401, 403], summary: 'List' } as const;

describe('a route', () => {
  it('does not compile without its permission, its errors or its summary', () => {
    const declared = [
      // @ts-expect-error: who may use it is not said
      get('/projects/{project_id}/artifacts/', artifacts.calls.list, { errors: [401], summary: 'List' }),
      // @ts-expect-error: its errors are not said
      get('/projects/{project_id}/artifacts/', artifacts.calls.list, { access: 'view', summary: 'List' }),
      // @ts-expect-error: what it does is not said
      get('/projects/{project_id}/artifacts/', artifacts.calls.list, { access: 'view', errors: [401] }),
    ];
    expect(declared).toHaveLength(3);
  });

  it('does not compile with a path parameter that the call does not take', () => {
    // @ts-expect-error: ListArtifacts has no field `team_id`
    const declared = get('/projects/{project_id}/teams/{team_id}/', artifacts.calls.list, notes);
    expect(declared.path).toContain('{team_id}');
  });

  it('does not compile with a permission or an error that nobody knows', () => {
    const path = '/projects/{project_id}/artifacts/';
    const declared = [
      // @ts-expect-error: there is no such permission
      get(path, artifacts.calls.list, { ...notes, access: 'owner' }),
      // @ts-expect-error: 418 is no status of ours
      get(path, artifacts.calls.list, { ...notes, errors: [418] }),
    ];
    expect(declared).toHaveLength(2);
  });

  it('answers by what it does: 200, 201 where it makes, 204 where nothing is left', () => {
    const path = '/projects/{project_id}/artifacts/';
    const { calls } = artifacts;
    expect(
      [
        get(path, calls.list, notes),
        create(path, calls.create, notes),
        act(path, calls.create, notes),
        change(path, calls.update, notes),
        remove(path, calls.remove, notes),
      ].map(({ method, status }) => [method, status]),
    ).toEqual([
      ['GET', 200],
      ['POST', 201],
      ['POST', 200],
      ['PATCH', 200],
      ['DELETE', 204],
    ]);
  });

  it('takes a field from the path, else from the query of a GET, else from the body', () => {
    const [list] = routes('Users', get('/projects/{project_id}/users/', projectUsers.calls.list, notes));
    const [add] = routes('Users', create('/projects/{project_id}/users/', projectUsers.calls.add, notes));
    const names = (fields: readonly { name: string }[]): string[] => fields.map(({ name }) => name).sort();
    expect(Object.values(placesOf(list!)).map(names)).toEqual([
      ['project_id'],
      ['email', 'limit', 'offset', 'search'],
      [],
    ]);
    expect(Object.values(placesOf(add!)).map(names)).toEqual([
      ['project_id'],
      [],
      ['email', 'permissions', 'profile', 'user_id'],
    ]);
  });
});

describe('every route', () => {
  const known = ALL_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const);

  it('is declared once', () => {
    expect(new Set(known.map(([name]) => name)).size).toBe(known.length);
  });

  it.each(known)('%s has a canonical path and lists the errors of its permission', (_name, route) => {
    expect(route.path).toMatch(/^\/([a-z{}_-]+\/)+$/);
    if (route.access === 'anyone') return;
    expect(route.errors).toEqual(expect.arrayContaining([401, 403]));
  });

  it.each(known)('%s carries each field of its request in one place', (_name, route) => {
    const { path, query, body } = placesOf(route);
    const names = [...path, ...query, ...body].map((field) => field.name);
    expect(new Set(names).size).toBe(names.length);
    const parameters = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(path.map((field) => field.name).sort()).toEqual(parameters.sort());
  });
});
