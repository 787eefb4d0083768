import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Uuid, contract, nothing, rpc } from '@pks/contracts';
import type { Answer, ApiClient } from '@pks/testing/black-box';
import { ALL_ROUTES } from '../src/routes/index.ts';
import { type Route, act, routes } from '../src/routes/route.ts';
import { documentedAt } from './support/checked-client.ts';
import { bodyFor, queryFor } from './support/matrix/bodies.ts';
import { Matrix, NAMES } from './support/matrix/matrix.ts';
import type { Principal } from './support/matrix/principals.ts';
import { PLACES, type Target, placeOf, targetsOf } from './support/matrix/targets.ts';
import { stateOf, statusFor } from './support/matrix/verdict.ts';
import { World } from './support/world.ts';

const SENTENCES: Readonly<Record<number, string>> = {
  401: 'Authentication credentials were not provided.',
  403: 'You do not have permission to perform this action.',
  404: 'Not found.',
};

const world = new World();
let matrix: Matrix;

beforeAll(async () => {
  matrix = await Matrix.prepare(world);
});

afterAll(() => matrix?.close());

/** The client for a successful call that ends a credential or changes an account. */
const SPENDING: Readonly<Record<string, (principal: Principal) => Promise<ApiClient>>> = {
  'identity.sessions.log-out': (principal) => principal.fresh(),
  'identity.users.change-password': (principal) => principal.another(),
  'identity.users.leave': (principal) => principal.another(),
};

/** The response to a principal's valid request to a target of a route. */
async function ask(route: Route, principal: Principal, target: Target): Promise<Answer> {
  const succeeds = statusFor(route, principal, target) < 400;
  const changes = succeeds && route.method !== 'GET';
  const path = await matrix.addresses.pathTo(route, target, changes, {
    name: principal.name,
    client: principal.reader,
    self: principal.client,
  });
  const body = await bodyFor(route, {
    world,
    grounds: matrix.grounds,
    place: placeOf(target) ?? 'own',
    path,
  });
  const spending = succeeds ? SPENDING[route.rpc.subject] : undefined;
  const client = spending ? await spending(principal) : principal.client;
  const isOwn = Object.values(target).every((kind) => kind === 'own');
  return client.send(route.method, path + queryFor(route, isOwn ? path : undefined), body);
}

function nameOf(target: Target): string {
  return Object.entries(target)
    .map(([name, kind]) => `${name} ${kind}`)
    .join(', ');
}

function isRefusedKey(principal: Principal, { status }: Answer): boolean {
  return principal.credential === 'api_key' && status === 403;
}

function refusalOf(route: Route, { status }: Answer): object | undefined {
  return status === 400 ? stateOf(route) : { error: SENTENCES[status] };
}

const declared = ALL_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const);

describe.each(declared)('%s', (_name, route) => {
  it.each(NAMES)('answers %s as declared, whatever the path names', async (name) => {
    const principal = matrix.principal(name);
    const answers = await Promise.all(
      targetsOf(route).map(async (target) => ({ target, answer: await ask(route, principal, target) })),
    );
    const foretold = answers.map(({ target }) => [nameOf(target), statusFor(route, principal, target)]);
    expect(answers.map(({ target, answer }) => [nameOf(target), answer.status])).toEqual(foretold);
    for (const { answer } of answers.filter(({ answer: { status } }) => status >= 400)) {
      const refusal = isRefusedKey(principal, answer)
        ? { error: principal.refusal }
        : refusalOf(route, answer);
      expect(answer.text).toBe(JSON.stringify(refusal));
    }
  });
});

const withObjects = declared.filter(([, route]) => targetsOf(route).some(namesForeignObject));

function namesForeignObject(target: Target): boolean {
  return Object.entries(target).some(([name, kind]) => kind === 'foreign' && !PLACES.includes(name));
}

describe.each(withObjects)('%s', (_name, route) => {
  it('answers for a foreign object with the same bytes as for none', async () => {
    const admin = matrix.principal('a project admin');
    for (const foreign of targetsOf(route).filter(namesForeignObject)) {
      const missing = Object.fromEntries(
        Object.entries(foreign).map(([name, kind]) => [name, kind === 'foreign' ? 'missing' : kind]),
      ) as Target;
      const [one, other] = [await ask(route, admin, foreign), await ask(route, admin, missing)];
      expect([one.status, one.text]).toEqual([other.status, other.text]);
      expect([...one.headers.keys()].sort()).toEqual([...other.headers.keys()].sort());
    }
  });
});

describe('the matrix', () => {
  it('fails for a route whose path or body it has no example of', async () => {
    class Weigh {
      @Uuid()
      readonly scale_id!: string;
    }
    const { calls } = contract('weights.scales', { weigh: rpc(Weigh).by('authenticated').returns(nothing) });
    const notes = { errors: [401, 403], summary: 'Weigh', description: '' } as const;
    const [inPath, inBody] = routes(
      'Tools',
      act('/scales/{scale_id}/', calls.weigh, notes),
      act('/scales/', calls.weigh, notes),
    );
    const [target] = targetsOf(inPath!);
    await expect(matrix.addresses.pathTo(inPath!, target!, false)).rejects.toThrow('{scale_id}');
    const making = { world, grounds: matrix.grounds, place: 'own' as const, path: '' };
    await expect(bodyFor(inBody!, making)).rejects.toThrow('no example of the field scale_id');
  });

  it('has every route of the OpenAPI document, and the document every route', async () => {
    const { document } = await documentedAt(world.baseUrl);
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(declared.map(([name]) => name).sort());
  });
});
