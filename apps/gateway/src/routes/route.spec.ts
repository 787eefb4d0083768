import { describe, expect, it } from '@jest/globals';
import { access, artifacts, projectUsers } from '@pks/contracts';
import { ALL_ROUTES } from './index.ts';
import { act, change, create, get, placesOf, remove, routes } from './route.ts';

const notes = { errors: [401, 403], summary: 'List', description: '' } as const;

describe('a route', () => {
  it('does not compile without its errors, its summary or its description', () => {
    const declared = [
      // @ts-expect-error: its errors are missing
      get('/projects/{project_id}/artifacts/', artifacts.calls.list, { summary: 'List', description: '' }),
      // @ts-expect-error: its summary is missing
      get('/projects/{project_id}/artifacts/', artifacts.calls.list, { errors: [401], description: '' }),
      // @ts-expect-error: its description is missing
      get('/projects/{project_id}/artifacts/', artifacts.calls.list, { errors: [401], summary: 'List' }),
    ];
    expect(declared).toHaveLength(3);
  });

  it('does not compile for a call that only services may make', () => {
    // @ts-expect-error: users may not resolve credentials
    const declared = act('/resolve/', access.calls.resolve, notes);
    expect(declared.path).toBe('/resolve/');
  });

  it('may be used by every caller who may make its call', () => {
    const path = '/projects/{project_id}/artifacts/';
    const declared = [get(path, artifacts.calls.list, notes), create(path, artifacts.calls.create, notes)];
    expect(declared.map((route) => route.access)).toEqual(['view', 'admin']);
  });

  it('does not compile with a path parameter that the call does not have', () => {
    // @ts-expect-error: ListArtifacts has no field `team_id`
    const declared = get('/projects/{project_id}/teams/{team_id}/', artifacts.calls.list, notes);
    expect(declared.path).toContain('{team_id}');
  });

  it('does not compile with another permission than that of its call, or with an unknown error', () => {
    const path = '/projects/{project_id}/artifacts/';
    const declared = [
      // @ts-expect-error: the contract of the call declares the permission
      get(path, artifacts.calls.list, { ...notes, access: 'admin' }),
      // @ts-expect-error: the API has no status 418
      get(path, artifacts.calls.list, { ...notes, errors: [418] }),
    ];
    expect(declared).toHaveLength(2);
  });

  it('responds by what it does: 200, 201 when it creates, 204 when there is no content', () => {
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

  it('reads a field from the path, else from the query of a GET, else from the body', () => {
    const [list] = routes(
      'Organizations',
      get('/projects/{project_id}/users/', projectUsers.calls.list, notes),
    );
    const [add] = routes(
      'Organizations',
      create('/projects/{project_id}/users/', projectUsers.calls.add, notes),
    );
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

  it('of a project answers 404 where there is no such one, but for four of the specification, which answer 403', () => {
    const inProject = ALL_ROUTES.filter(({ path }) => path.startsWith('/projects/{project_id}/'));
    const others = inProject.filter(({ errors }) => !errors.includes(404));
    expect(others.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'GET /projects/{project_id}/artifacts/',
      'GET /projects/{project_id}/tools/{tool_id}/parameters/',
      'POST /projects/{project_id}/artifacts/',
      'POST /projects/{project_id}/documents/filter-by-metadata/',
    ]);
  });

  it.each(known)('%s has each field of its request in one place', (_name, route) => {
    const { path, query, body } = placesOf(route);
    const names = [...path, ...query, ...body].map((field) => field.name);
    expect(new Set(names).size).toBe(names.length);
    const parameters = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(path.map((field) => field.name).sort()).toEqual(parameters.sort());
  });
});
