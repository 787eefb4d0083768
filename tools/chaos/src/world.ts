import { type Stack, foundOrganization } from '@pks/stack';
import { type Answer, Client, type ClientOptions } from './client.ts';

const PASSWORD = 'chaos-password';

/** A user of the project, with their client. */
export interface Person {
  readonly id: string;
  readonly client: Client;
}

/** An artifact to which versions are appended. */
export interface Artifact {
  readonly id: string;
  readonly slug: string;
}

/** The project under load, which publishes each version immediately. */
export interface World {
  readonly organizationId: string;
  readonly projectId: string;
  /** Its admin, who creates everything. */
  readonly admin: Person;
  /** Another admin, and a member who may only view: their actions notify no one. */
  readonly watcher: Person;
  readonly reader: Person;
  /** The places of the product's data, to check it directly. */
  readonly databaseUrl: () => string;
  readonly blobFolder: string;
  readonly searchFolder: string;
  readonly artifacts: readonly [Artifact, ...Artifact[]];
}

/** The places of the product's data. */
export type Places = Pick<World, 'databaseUrl' | 'blobFolder' | 'searchFolder'>;

/** The product's address, and the options of clients. */
export interface Access {
  readonly baseUrl: () => string;
  readonly options?: ClientOptions;
}

/** Creates the project and its users. */
export async function makeWorld(
  stack: Stack,
  places: Places,
  { baseUrl, options }: Access = { baseUrl: () => stack.baseUrl },
): Promise<World> {
  const clientWith = (token: string): Client => new Client(baseUrl, token, options);
  const client = clientWith(await foundOrganization(stack, 'Chaos'));
  const me = await client.get('/users/me/');
  const organizationId = String((me['organizations'] as Answer[])[0]?.['id']);
  const project = await client.post('/projects/', { name: 'Chaos', organization_id: organizationId });
  const projectId = String(project['id']);
  const join = async (name: string, permissions: readonly string[]): Promise<Person> => {
    const email = `${name}@chaos.test`;
    const user = await client.post(`/organizations/${organizationId}/users/`, { email, password: PASSWORD });
    await client.post(`/projects/${projectId}/users/`, { user_id: user['id'], permissions });
    return { id: String(user['id']), client: clientWith(await tokenOf(baseUrl(), email)) };
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
    ...places,
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
