import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/client';
import type { Me, Project } from '@pks/contracts';
import { MODES, ask, closeMcp, connectMcp, post } from './support/mcp.ts';
import { type Person, World } from './support/world.ts';

const world = new World();
const CUSTOM = 103;

let large: Project;
let small: Project;
let hidden: Project;
let theirs: Project;
let viewer: Person;
let client: Client;

/** Appends a version to an artifact. */
const append = (project: Project, slug: string, payload: unknown) =>
  world.founder.post(`/projects/${project.id}/artifacts/${slug}/versions/`, { payload });

const publish = (project: Project, slug: string) =>
  world.founder.post(`/projects/${project.id}/artifacts/${slug}/publish-head/`);

beforeAll(async () => {
  [large, small, hidden] = [await world.project(), await world.project(), await world.project()];
  const [organization] = (await world.stranger.get<Me>('/users/me/')).body.organizations;
  const project = { name: 'Theirs', organization_id: organization?.id };
  theirs = (await world.stranger.post<Project>('/projects/', project)).body;
  viewer = await world.member(large.id);
  await world.founder.post(`/projects/${small.id}/users/`, {
    user_id: viewer.id,
    permissions: ['CAN_VIEW_DATA'],
  });
  await world.founder.post(`/projects/${hidden.id}/users/`, { user_id: viewer.id, permissions: [] });
  for (let n = 0; n < CUSTOM; n += 1) await world.artifact(large.id, { title: `Note ${n}` });
  await world.artifact(hidden.id, { title: 'Hidden' });
  await append(small, 'brief', '# Published');
  await publish(small, 'brief');
  await append(small, 'brief', '# Not published');
  await append(small, 'project-plan', '# Draft');
  client = await connectMcp(world.baseUrl, viewer.token);
}, 60_000);

afterAll(closeMcp);

const uri = (project: Project, slug: string): string => `artifact://${project.id}/${slug}`;

/** Every page of the client's resources: the addresses of each. */
async function pages(of: Client): Promise<string[][]> {
  const all: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await post<{ result: { resources: { uri: string }[]; nextCursor?: string } }>(
      world.baseUrl,
      viewer.token,
      ask('resources/list', cursor === undefined ? {} : { cursor }),
    );
    all.push(page.body.result.resources.map((resource) => resource.uri));
    cursor = page.body.result.nextCursor;
  } while (cursor !== undefined);
  expect((await of.listResources()).resources.map((resource) => resource.uri).sort()).toEqual(
    all.flat().sort(),
  );
  return all;
}

describe('resources', () => {
  it('are the published artifacts of the projects that the caller may view, page by page', async () => {
    const listed = await pages(client);
    expect(listed.length).toBeGreaterThan(1);
    expect(listed.flat()[0]).toBe(uri(small, 'brief'));
    const expected = Array.from({ length: CUSTOM }, (_, n) => uri(large, `note-${n}`));
    expect(listed.flat().sort()).toEqual([uri(small, 'brief'), ...expected].sort());
  });

  it('are described', async () => {
    const { resources } = await client.listResources({});
    expect(resources[0]).toEqual({
      uri: uri(small, 'brief'),
      name: 'brief',
      title: expect.stringContaining(small.name),
      description: expect.any(String),
      mimeType: 'text/markdown',
    });
    expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([
      { uriTemplate: 'artifact://{project_id}/{slug}' },
    ]);
  });

  it('are the same for a client without a handshake', async () => {
    const other = await connectMcp(world.baseUrl, viewer.token, MODES['without a handshake']);
    expect((await other.listResources({})).resources[0]?.uri).toBe(uri(small, 'brief'));
    expect((await other.listResourceTemplates()).resourceTemplates).toHaveLength(1);
    const { contents } = await other.readResource({ uri: uri(small, 'brief') });
    expect(contents).toMatchObject([{ text: '# Published' }]);
    const draft = other.readResource({ uri: uri(small, 'project-plan') });
    await expect(draft).rejects.toMatchObject({ code: -32602 });
  });

  it('have the published content, of whatever type', async () => {
    const text = await client.readResource({ uri: uri(small, 'brief') });
    expect(text.contents).toEqual([
      { uri: uri(small, 'brief'), mimeType: 'text/markdown', text: '# Published' },
    ]);
    const { slug } = await world.artifact(small.id, { technical_type: 'mental_map' });
    const map = await client.readResource({ uri: uri(small, slug) });
    expect(map.contents).toEqual([{ uri: uri(small, slug), mimeType: 'application/json', text: '{}' }]);
  });

  it('do not exist before they are published, elsewhere, or under another address', async () => {
    for (const address of [
      uri({ ...small, id: randomUUID() }, 'brief'),
      uri(small, 'project-plan'),
      uri(small, 'no-such-artifact'),
      `artifact://${small.id}`,
      `artifact://${small.id}/brief?version=head`,
      `artifact://${small.id}/%E0%A4%A`,
      `artifact://${small.id}/%00`,
      'file:///etc/passwd',
      '',
    ]) {
      await expect(client.readResource({ uri: address })).rejects.toMatchObject({
        code: -32602,
        data: { uri: address },
      });
    }
    for (const project of [hidden, theirs]) {
      await expect(client.readResource({ uri: uri(project, 'brief') })).rejects.toMatchObject({
        code: -32000,
        message: expect.stringContaining('You do not have permission to perform this action.'),
        data: { status: 403 },
      });
    }
  });

  it('are not listed from a cursor of somebody else’s making', async () => {
    for (const cursor of ['x', '', Buffer.from('-1.0').toString('base64url')]) {
      const { body } = await post<{ error: object }>(
        world.baseUrl,
        viewer.token,
        ask('resources/list', { cursor }),
      );
      expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining('nextCursor') });
    }
    for (const method of ['tools/list', 'resources/templates/list']) {
      const given = ask(method, { cursor: Buffer.from('0.0').toString('base64url') });
      const { body } = await post(world.baseUrl, viewer.token, given);
      expect(body).toMatchObject({ error: { code: -32602, message: expect.stringContaining('nextCursor') } });
    }
    const beyond = Buffer.from('999999999.999999999').toString('base64url');
    const { body } = await post(world.baseUrl, viewer.token, ask('resources/list', { cursor: beyond }));
    expect(body).toMatchObject({ result: { resources: [] } });
  });
});
