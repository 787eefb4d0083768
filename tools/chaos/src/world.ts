import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Stack } from '@pks/stack';
import { type Answer, Client } from './client.ts';

const run = promisify(execFile);
const ADMIN = fileURLToPath(new URL('../../../apps/identity/dist/admin.js', import.meta.url));
const PASSWORD = 'chaos-password';

/** Somebody in the project, with what he can ask. */
export interface Person {
  readonly id: string;
  readonly client: Client;
}

/** Something whose versions are written. */
export interface Artifact {
  readonly id: string;
  readonly slug: string;
}

/** The project under load, which publishes each version at once. */
export interface World {
  readonly organizationId: string;
  readonly projectId: string;
  /** Its admin, who makes everything. */
  readonly admin: Person;
  /** Another admin, and a member who may only view: they do nothing that others are told of. */
  readonly watcher: Person;
  readonly reader: Person;
  /** What the product keeps, to look at beside it. */
  readonly databaseUrl: () => string;
  readonly blobFolder: string;
  readonly searchFolder: string;
  readonly artifacts: readonly [Artifact, ...Artifact[]];
}

/** Where the product keeps files and passages. */
export type Folders = Pick<World, 'blobFolder' | 'searchFolder'>;

/** Makes the project and its people. */
export async function makeWorld(stack: Stack, folders: Folders): Promise<World> {
  const baseUrl = (): string => stack.baseUrl;
  const args = [ADMIN, 'create-organization', '--name', 'Chaos', '--email', 'admin@chaos.test'];
  const env = { ...process.env, DATABASE_URL: stack.databaseUrl };
  const { stdout } = await run(process.execPath, args, { env });
  const client = new Client(baseUrl, stdout.trim());
  const me = await client.get('/users/me/');
  const organizationId = String((me['organizations'] as Answer[])[0]?.['id']);
  const project = await client.post('/projects/', { name: 'Chaos', organization_id: organizationId });
  const projectId = String(project['id']);
  const join = async (name: string, permissions: readonly string[]): Promise<Person> => {
    const email = `${name}@chaos.test`;
    const user = await client.post(`/organizations/${organizationId}/users/`, { email, password: PASSWORD });
    await client.post(`/projects/${projectId}/users/`, { user_id: user['id'], permissions });
    return { id: String(user['id']), client: new Client(baseUrl, await tokenOf(baseUrl(), email)) };
  };
  const anArtifact = async (title: string): Promise<Artifact> => {
    const path = `/projects/${projectId}/artifacts/`;
    const { id, slug } = await client.post(path, { title, technical_type: 'markdown' });
    return { id: String(id), slug: String(slug) };
  };
  return {
    organizationId,
    projectId,
    admin: { id: String(me['id']), client },
    watcher: await join('watcher', ['CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS']),
    reader: await join('reader', ['CAN_VIEW_DATA']),
    databaseUrl: () => stack.databaseUrl,
    ...folders,
    artifacts: [
      await anArtifact('One'),
      await anArtifact('Two'),
      await anArtifact('Three'),
      await anArtifact('Four'),
    ],
  };
}

async function tokenOf(baseUrl: string, email: string): Promise<string> {
  const response = await fetch(`${baseUrl}/auth/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  return String(((await response.json()) as Answer)['token']);
}
