import { hash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NewApiKey, ServiceAccount, Session } from '@pks/contracts';
import { API_KEY_PREFIX, USER_TOKEN_PREFIX, makeSecret } from '@pks/contracts';
import { type Answer, type ApiClient, eventually, linesAbout, openSession } from '@pks/testing/black-box';
import { BusNotes } from './support/bus-notes.ts';
import { OAuthTokens } from './support/matrix/oauth-tokens.ts';
import { World } from './support/world.ts';

const logFile = process.env['E2E_LOG_FILE'] ?? '';
const world = new World();
/** Every secret of this file, by its description. */
const secrets = new Map<string, string>();
/** Responses other than the one that shows a secret. */
const answers: Answer<unknown>[] = [];

let tokens: OAuthTokens;

beforeAll(async () => {
  tokens = await OAuthTokens.start();
});

afterAll(() => tokens?.stop());

function keep(what: string, secret: string): string {
  secrets.set(what, secret);
  return secret;
}

/** Records the responses. */
async function record(...responses: Promise<Answer<unknown>>[]): Promise<void> {
  answers.push(...(await Promise.all(responses)));
}

/** Uses a credential for requests that succeed, are refused, and are not found. */
async function use(client: ApiClient, projectId: string): Promise<void> {
  await record(
    client.get('/users/me/'),
    client.get('/projects/'),
    client.get(`/projects/${projectId}/`),
    client.get(`/projects/${projectId}/notifications/`, { 'x-impersonate-email': 'nobody@e2e.test' }),
    client.post(`/projects/${projectId}/artifacts/`, { title: null }),
    client.get('/nothing/'),
    client.send('PUT', '/users/me/'),
  );
}

/** The usable forms of a secret: itself, without its prefix, and the hash under which it is stored. */
function formsOf(secret: string): string[] {
  return [secret.replace(/^pk[ts]_\w{8}/, ''), hash('sha256', secret), hash('sha256', secret, 'base64url')];
}

function secretsIn(text: string): string[] {
  return [...secrets]
    .filter(([, secret]) => formsOf(secret).some((form) => text.includes(form)))
    .map(([what]) => what);
}

describe('a secret', () => {
  it('is in no log, error or list, whether or not it is valid', async () => {
    const { id: projectId } = await world.project();
    const organization = `/organizations/${await world.organizationId()}`;

    const email = `${randomUUID()}@e2e.test`;
    const password = keep('a password', `password-${randomUUID()}`);
    await record(world.founder.post(`${organization}/users/`, { email, password }));
    const wrong = keep('a wrong password', `password-${randomUUID()}`);
    await record(
      world.anybody.post('/auth/token/', { email, password: wrong }),
      world.anybody.post('/auth/token/', { email, password, more: true }),
      world.founder.post(`${organization}/users/`, { email, password, role: 'no role' }),
      world.founder.get(`${organization}/users/?limit=1000`),
    );
    const { body: session } = await world.anybody.post<Session>('/auth/token/', { email, password });
    const user = world.anybody.as(keep('a user token', session.token));
    await use(user, projectId);
    await record(user.delete('/auth/token/'));
    await use(user, projectId);
    await use(world.anybody.as(keep('an unknown token', makeSecret(USER_TOKEN_PREFIX))), projectId);

    const accounts = `${organization}/service-accounts/`;
    const { body: account } = await world.founder.post<ServiceAccount>(accounts, { name: 'Nightly' });
    const keys = `${accounts}${account.id}/api-keys/`;
    const { body: key } = await world.founder.post<NewApiKey>(keys, { name: 'CI' });
    const agent = world.anybody.as(keep('an API key', key.key));
    await use(agent, projectId);
    await record(
      world.founder.get(accounts),
      world.founder.get(keys),
      world.founder.patch(`${keys}${key.id}/`, { name: 'CI again' }),
      world.founder.post(`${keys}${key.id}/revoke/`),
    );
    await use(agent, projectId);
    await use(world.anybody.as(keep('an unknown API key', makeSecret(API_KEY_PREFIX))), projectId);

    const invited = `${randomUUID()}@e2e.test`;
    await record(
      world.founder.post(`/projects/${projectId}/invites/invite/`, { email: invited }),
      world.founder.get(`/projects/${projectId}/invites/`),
    );
    const token = keep('an invite', await world.mailedToken(invited));
    const chosen = keep('a chosen password', `password-${randomUUID()}`);
    await record(world.anybody.post('/invites/accept/', { token, password: chosen, more: 1 }));
    const accepted = await world.anybody.post<Session>('/invites/accept/', { token, password: chosen });
    keep('the token of who was invited', accepted.body.token);
    await record(
      world.anybody.post('/invites/accept/', { token, password: chosen }),
      world.founder.get(`/projects/${projectId}/invites/`),
      world.founder.get(`/projects/${projectId}/users/`),
    );

    for (const kind of ['good', 'expired', 'for another audience'] as const) {
      const { client, token: jwt } = await tokens.client(kind, invited);
      keep(`an OAuth access token that is ${kind}`, jwt);
      await use(client, projectId);
      await use(world.anybody.as(jwt), projectId);
    }

    const last = randomUUID();
    await world.founder.get('/users/me/', { 'x-request-id': last });
    await linesAbout(logFile, last, ['gateway']);
    expect(secrets.size).toBe(12);
    expect(answers.filter(({ status }) => status < 400).length).toBeGreaterThan(15);
    expect(answers.filter(({ status }) => status >= 400).length).toBeGreaterThan(30);
    for (const { text, headers } of answers)
      expect(secretsIn(text + JSON.stringify([...headers]))).toEqual([]);
    expect(secretsIn(await readFile(logFile, 'utf8'))).toEqual([]);
    expect(secretsIn((await readFile(logFile, 'utf8')) + wrong)).toEqual(['a wrong password']);
  });
});

describe('a password in a request with an Idempotency-Key', () => {
  const bus = new BusNotes(process.env['E2E_IDENTITY_NATS_URL'] ?? '', 'identity');

  beforeAll(() => bus.read('identity.sessions.*', 'identity.users.*'));

  afterAll(() => bus.close());

  /** What anybody who guesses a body can compute from it. */
  const guessed = (operation: string, body: object): string[] => {
    const text = JSON.stringify(body);
    return [`${operation}\n${text}`, text].flatMap((guess) => [
      hash('sha256', guess),
      hash('sha256', guess, 'base64url'),
    ]);
  };

  it('cannot be guessed from what crosses the bus or is stored', async () => {
    const { email } = await world.person();
    const key = { 'idempotency-key': randomUUID() };
    const login = { email, password: world.password };
    const session = await world.anybody.post<Session>('/auth/token/', login, key);
    expect(session.status).toBe(200);
    const change = { password: 'another password', current_password: world.password };
    const changed = await world.anybody.as(session.body.token).patch('/users/me/', change, key);
    expect(changed.status).toBe(200);
    await eventually('both were seen', () =>
      ['identity.sessions.log-in\n', 'identity.users.change-password\n'].every((subject) =>
        bus.seen.some((notes) => notes.startsWith(subject)),
      ),
    );
    const database = await openSession(process.env['E2E_DATABASE_URL'] ?? '');
    const stored = await database.rows<{ record: string }>(
      'SELECT k::text AS record FROM identity.idempotency_keys k WHERE key = $1',
      [key['idempotency-key']],
    );
    await database.close();
    expect(stored).toHaveLength(1);
    const readable = [...bus.seen, ...stored.map(({ record }) => record)].join('\n');
    expect(readable).toContain('PATCH /api/v1/users/me/');
    for (const digest of [
      ...guessed('POST /api/v1/auth/token/', login),
      ...guessed('PATCH /api/v1/users/me/', change),
    ]) {
      expect(readable).not.toContain(digest);
    }
    expect(bus.seen.filter((notes) => notes.startsWith('identity.sessions.log-in')).join()).not.toContain(
      key['idempotency-key'],
    );
  });
});
