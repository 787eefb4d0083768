import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ArtifactDetail, Me, Page, Project } from '@pks/contracts';
import { type FurtherGateway, startFurtherGateway } from '@pks/testing/black-box';
import { type RunningProvider, startProvider } from './support/openid-provider.ts';
import { type Person, World } from './support/world.ts';

const AUDIENCE = 'https://knowledge.example.test/api/v1';
const product = {
  natsUrl: process.env['E2E_NATS_URL'] ?? '',
  callerSecret: process.env['E2E_CALLER_SECRET'] ?? '',
};

describe('an OAuth access token', () => {
  const shared = new World();
  let gateway: FurtherGateway;
  let world: World;
  let person: Person;
  let provider: RunningProvider;

  beforeAll(async () => {
    person = await shared.person();
    provider = await startProvider({
      audience: AUDIENCE,
      claims: { email: person.email.toUpperCase(), email_verified: true },
    });
    gateway = await startFurtherGateway(product, { OAUTH_ISSUERS: `${provider.issuer}=${AUDIENCE}` });
    world = new World(gateway.baseUrl);
  });

  afterAll(async () => {
    await gateway?.stop();
    await provider?.stop();
  });

  it('authenticates its user, with their permissions', async () => {
    const project: Project = await world.project();
    const api = world.founder.as(await provider.token());
    expect((await api.get<Me>('/users/me/')).body).toMatchObject({ id: person.id, email: person.email });
    expect(await api.get(`/projects/${project.id}/artifacts/`)).toMatchObject({ status: 403 });
    await world.founder.post(`/projects/${project.id}/users/`, { user_id: person.id });
    const list = await api.get<Page<ArtifactDetail>>(`/projects/${project.id}/artifacts/`);
    expect(list).toMatchObject({ status: 200, body: { count: 7 } });
    const request = { title: 'Mine', technical_type: 'markdown' };
    expect(await api.post(`/projects/${project.id}/artifacts/`, request)).toMatchObject({ status: 403 });
  });

  it('can be obtained from nobody where no issuer is trusted: the resource metadata has no empty list', async () => {
    const answer = await fetch(`${new URL(shared.baseUrl).origin}/.well-known/oauth-protected-resource`);
    expect(await answer.json()).toEqual({
      resource: shared.baseUrl,
      bearer_methods_supported: ['header'],
      resource_name: 'Project Knowledge Service',
    });
  });

  it('is refused when its issuer is not trusted', async () => {
    const token = await provider.token();
    const refused = { status: 401, body: { error: 'Authentication credentials were not provided.' } };
    expect(await shared.founder.as(token).get('/users/me/')).toMatchObject(refused);
  });

  it('is refused, with the reason, when no account has its e-mail', async () => {
    const claims = { iss: provider.issuer, aud: AUDIENCE, exp: Math.floor(Date.now() / 1_000) + 300 };
    const token = await provider.sign({ ...claims, email: 'nobody@nowhere.test', email_verified: true });
    const answer = await world.founder.as(token).get('/users/me/');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe(
      'Bearer error="invalid_token", error_description="No active user has the e-mail of the token."',
    );
  });

  it('is refused, never malformed, with an e-mail claim that is no e-mail address', async () => {
    const claims = { iss: provider.issuer, aud: AUDIENCE, exp: Math.floor(Date.now() / 1_000) + 300 };
    const token = await provider.sign({ ...claims, email: 'no address', email_verified: true });
    const answer = await world.founder.as(token).get('/users/me/');
    expect(answer).toMatchObject({
      status: 401,
      body: { error: 'Authentication credentials were not provided.' },
    });
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", /);
  });

  it('proves the mailbox: the password that an organization set, and its tokens, count no longer', async () => {
    expect((await world.founder.as(await provider.token()).get('/users/me/')).status).toBe(200);
    const request = { email: person.email, password: world.password };
    expect((await world.anybody.post('/auth/token/', request)).status).toBe(400);
    expect((await person.api.get('/users/me/')).status).toBe(401);
  });

  it('can be obtained from the issuers that the resource metadata names', async () => {
    const { origin } = new URL(gateway.baseUrl);
    for (const path of [
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/api/v1',
    ]) {
      const answer = await fetch(origin + path);
      expect(await answer.json()).toMatchObject({
        resource: gateway.baseUrl,
        authorization_servers: [provider.issuer],
        bearer_methods_supported: ['header'],
      });
    }
  });
});
