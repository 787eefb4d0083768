import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NewApiKey, Page, Project, ServiceAccount } from '@pks/contracts';
import { type FurtherGateway, eventually, startFurtherGateway } from '@pks/testing/black-box';
import { ask, callTool, closeMcp, connectMcp, post, toCall } from './support/mcp.ts';
import { type RunningProvider, startProvider } from './support/openid-provider.ts';
import { type Person, World } from './support/world.ts';

const world = new World();
const NO_CREDENTIAL = 'Authentication credentials were not provided.';
const FORBIDDEN = 'You do not have permission to perform this action.';
const product = {
  natsUrl: process.env['E2E_NATS_URL'] ?? '',
  callerSecret: process.env['E2E_CALLER_SECRET'] ?? '',
};

let project: Project;
let viewer: Person;

beforeAll(async () => {
  project = await world.project();
  viewer = await world.member(project.id);
});

afterAll(closeMcp);

/** A key of a new service account, which views the project. */
async function anApiKey(): Promise<{ key: string; path: string }> {
  const accounts = `/organizations/${await world.organizationId()}/service-accounts/`;
  const { body: account } = await world.founder.post<ServiceAccount>(accounts, { name: 'Agent' });
  const member = { user_id: account.id, permissions: ['CAN_VIEW_DATA'] };
  await world.founder.post(`/projects/${project.id}/users/`, member);
  const keys = `${accounts}${account.id}/api-keys/`;
  const { body } = await world.founder.post<NewApiKey>(keys, {});
  return { key: body.key, path: `${keys}${body.id}/` };
}

describe('who may call what', () => {
  const GIVEN = {
    list_artifacts: {},
    read_artifact: { slug: 'brief' },
    search_knowledge: { query: 'refunds' },
    submit_signal: { feedback: 'Out of date.' },
    append_version: { slug: 'brief', payload: '# Brief' },
  } as const;
  const READING = { list_artifacts: 200, read_artifact: 200, search_knowledge: 200, submit_signal: 200 };
  const NOTHING = {
    list_artifacts: 403,
    read_artifact: 403,
    search_knowledge: 403,
    submit_signal: 403,
    append_version: 403,
  };

  it.each([
    ['an admin', () => world.founderToken, { ...READING, append_version: 200 }],
    ['a viewer', () => viewer.token, { ...READING, append_version: 403 }],
    ['an API key of a viewer', async () => (await anApiKey()).key, { ...READING, append_version: 403 }],
    ['a member without a permission', async () => (await world.member(project.id, [])).token, NOTHING],
    ['a user of the organization', async () => (await world.person()).token, NOTHING],
    ['the admin of another organization', () => process.env['E2E_STRANGER_TOKEN'] ?? '', NOTHING],
  ])('%s', async (_who, credential, expected) => {
    const client = await connectMcp(world.baseUrl, await credential());
    const statuses: Record<string, unknown> = {};
    for (const [name, given] of Object.entries(GIVEN)) {
      const told = await callTool(client, name, { project_id: project.id, ...given });
      statuses[name] = told.meta?.['status'] ?? 200;
      if (told.isError) expect(told.body).toEqual({ error: FORBIDDEN });
    }
    expect(statuses).toEqual(expected);
    const unknown = await callTool(client, 'list_artifacts', { project_id: randomUUID() });
    const api = await world.founder.get(`/projects/${randomUUID()}/artifacts/`);
    expect([unknown.meta?.['status'], unknown.body]).toEqual([api.status, api.body]);
    const [project_id, tool_id] = [randomUUID(), randomUUID()];
    const parameters = await callTool(client, 'get_tool_parameters', { project_id, tool_id });
    expect(parameters.meta).toEqual({ status: 403 });
  });

  it('is not what another credential was told before', async () => {
    const [mine, theirs] = await Promise.all([
      connectMcp(world.baseUrl, viewer.token),
      connectMcp(world.baseUrl, process.env['E2E_STRANGER_TOKEN']),
    ]);
    const [own, others] = await Promise.all([
      callTool<Page<Project>>(mine, 'list_projects'),
      callTool<Page<Project>>(theirs, 'list_projects'),
    ]);
    expect(own.body.results.map(({ id }) => id)).toEqual([project.id]);
    expect(others.body.results.map(({ id }) => id)).not.toContain(project.id);
  });
});

describe('a request without a valid credential', () => {
  const metadata = `resource_metadata="${new URL(world.baseUrl).origin}/.well-known/oauth-protected-resource/mcp"`;

  it.each([
    [undefined, `Bearer ${metadata}`],
    ['nonsense', `Bearer error="invalid_token", error_description="The token is malformed.", ${metadata}`],
  ])('is refused, and told where to get one: %s', async (token, challenge) => {
    const { status, body, headers } = await post(world.baseUrl, token, ask('tools/list'));
    expect([status, body, headers.get('www-authenticate')]).toEqual([
      401,
      { error: NO_CREDENTIAL },
      challenge,
    ]);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is refused the same way before anything of its body is read', async () => {
    const { status } = await post(world.baseUrl, undefined, 'x'.repeat(100_000));
    expect(status).toBe(401);
  });
});

describe('a credential that ends while its client is connected', () => {
  it('is refused from then on: a token whose user logs out', async () => {
    const { token, api } = await world.member(project.id);
    const client = await connectMcp(world.baseUrl, token);
    expect((await callTool<Page<Project>>(client, 'list_projects')).body.count).toBe(1);
    await api.delete('/auth/token/');
    const status = async (): Promise<number> => (await post(world.baseUrl, token, ask('ping'))).status;
    await eventually('the token is refused', async () => (await status()) === 401);
    await expect(client.listTools()).rejects.toThrow(NO_CREDENTIAL);
  });

  it('is refused from then on: an API key that is revoked', async () => {
    const { key, path } = await anApiKey();
    const client = await connectMcp(world.baseUrl, key);
    expect((await callTool<Page<Project>>(client, 'list_projects')).body.count).toBe(1);
    await world.founder.post(`${path}revoke/`);
    const status = async (): Promise<number> => (await post(world.baseUrl, key, ask('ping'))).status;
    await eventually('the key is refused', async () => (await status()) === 403);
    await expect(client.listTools()).rejects.toThrow('revoked');
  });
});

describe('a request to /mcp', () => {
  it('has the id that its client chose, or a new one', async () => {
    const chosen = await post(world.baseUrl, viewer.token, ask('ping'), { 'x-request-id': 'chosen-1' });
    expect(chosen.headers.get('x-request-id')).toBe('chosen-1');
    const other = await post(world.baseUrl, viewer.token, ask('ping'));
    expect(other.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is logged with its tool, and its id is that of the call to the service', async () => {
    const id = randomUUID();
    const call = toCall('list_artifacts', { project_id: project.id });
    await post(world.baseUrl, viewer.token, call, { 'x-request-id': id });
    const lines = (): string[] =>
      readFileSync(process.env['E2E_LOG_FILE'] ?? '', 'utf8')
        .split('\n')
        .filter((line) => line.includes(id));
    await eventually('it is logged', () => lines().some((line) => line.startsWith('gateway ')));
    expect(lines().find((line) => line.startsWith('gateway '))).toContain('"tool":"list_artifacts"');
  });

  it.each(['GET', 'DELETE', 'PUT'])('is a POST: %s is not allowed', async (method) => {
    const answer = await fetch(new URL('/mcp', world.baseUrl), { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('from a page is refused, unless it is of this machine', async () => {
    const foreign = await post(world.baseUrl, viewer.token, ask('ping'), { origin: 'http://rebound.test' });
    expect([foreign.status, foreign.body]).toEqual([
      403,
      { error: 'Pages of this origin may not send requests to this address.' },
    ]);
    const { origin } = new URL(world.baseUrl);
    expect((await post(world.baseUrl, viewer.token, ask('ping'), { origin })).status).toBe(200);
  });

  it('from a page of this machine is let through by browsers, too', async () => {
    const from = (origin: string, path = '/mcp'): Promise<Response> =>
      fetch(new URL(path, world.baseUrl), {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const page = 'http://localhost:6274';
    const { status, headers } = await from(page);
    expect([status, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([
      204,
      page,
      'Origin',
    ]);
    for (const refused of [await from('http://rebound.test'), await from(page, '/api/v1/projects/')])
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([405, null]);
    const answer = await post(world.baseUrl, viewer.token, ask('ping'), { origin: page });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, page]);
  });
});

describe('a configured gateway', () => {
  const APP = 'https://app.example.test';
  const BASE = 'https://knowledge.example.test/api/v1';
  const AUDIENCE = 'https://knowledge.example.test/mcp';
  let gateway: FurtherGateway;
  let provider: RunningProvider;

  beforeAll(async () => {
    const claims = { email: viewer.email, email_verified: true };
    provider = await startProvider({ audience: AUDIENCE, claims });
    gateway = await startFurtherGateway(product, {
      CORS_ORIGINS: APP,
      OAUTH_ISSUERS: `${provider.issuer}=${BASE},${AUDIENCE}`,
      PUBLIC_BASE_URL: BASE,
      RATE_LIMIT_PER_MINUTE: '20',
    });
  });

  afterAll(async () => {
    await gateway?.stop();
    await provider?.stop();
  });

  it('publishes the metadata of the resource, whose tokens it accepts', async () => {
    const refused = await post(gateway.baseUrl, undefined, ask('ping'));
    const { origin } = new URL(BASE);
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
    );
    const metadata = await fetch(new URL('/.well-known/oauth-protected-resource/mcp', gateway.baseUrl));
    expect(await metadata.json()).toEqual({
      resource: AUDIENCE,
      authorization_servers: [provider.issuer],
      bearer_methods_supported: ['header'],
      resource_name: 'Project Knowledge Service',
    });
    const client = await connectMcp(gateway.baseUrl, await provider.token());
    expect((await callTool<Page<Project>>(client, 'list_projects')).body.count).toBe(1);
  });

  it('lets pages of its own and of the configured origins speak', async () => {
    const { token } = await world.person();
    for (const origin of [APP, new URL(BASE).origin]) {
      expect((await post(gateway.baseUrl, token, ask('ping'), { origin })).status).toBe(200);
    }
    const preflight = await fetch(new URL('/mcp', gateway.baseUrl), {
      method: 'OPTIONS',
      headers: { origin: APP, 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Mcp-Protocol-Version');
  });

  it('counts each request once for its credential, whatever it calls', async () => {
    const { token } = await world.person();
    const call = toCall('list_projects', {});
    const statuses: number[] = [];
    for (let n = 0; n < 20; n += 1) statuses.push((await post(gateway.baseUrl, token, call)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const beyond = await post(gateway.baseUrl, token, call);
    expect([beyond.status, beyond.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  });
});
