import { randomUUID } from 'node:crypto';
import { type Answer, Api, textIn } from './api.ts';

const PASSWORD = 'a-password-of-abuse';

/** A user with a password and a token. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

/** The users of a tenant and their organization, as plain data that can be sent to another process. */
export interface Founded {
  readonly baseUrl: string;
  readonly organizationId: string;
  readonly adminToken: string;
  /** May view every project that is created for the tenant. */
  readonly viewer: Person;
}

/** Creates the users of a tenant in the organization of the admin. */
export async function found(baseUrl: string, adminToken: string): Promise<Founded> {
  const api = new Api(baseUrl, adminToken);
  const me = await api.get('/users/me/');
  const organizationId = textIn((me['organizations'] as Answer[])[0], 'id');
  const viewer = await addPerson(api, organizationId);
  return { baseUrl, organizationId, adminToken, viewer };
}

/** A tenant with a project of its own. */
export class Tenant {
  readonly baseUrl: string;
  /** The address of the server, without a path. */
  readonly origin: string;
  /** The path that precedes the paths of the API. */
  readonly prefix: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly api: Api;
  readonly viewer: Person;

  private constructor(founded: Founded, projectId: string) {
    const { origin, pathname } = new URL(founded.baseUrl);
    this.baseUrl = founded.baseUrl;
    this.origin = origin;
    this.prefix = pathname;
    this.organizationId = founded.organizationId;
    this.projectId = projectId;
    this.api = new Api(founded.baseUrl, founded.adminToken);
    this.viewer = founded.viewer;
  }

  /** Creates a project, of which the admin and the viewer are members. It publishes each version immediately. */
  static async withProject(founded: Founded, name: string): Promise<Tenant> {
    const api = new Api(founded.baseUrl, founded.adminToken);
    const project = await api.post('/projects/', { name, organization_id: founded.organizationId });
    const tenant = new Tenant(founded, textIn(project, 'id'));
    await tenant.admit(founded.viewer.id);
    return tenant;
  }

  /** Creates a user of the tenant's organization. */
  person(): Promise<Person> {
    return addPerson(this.api, this.organizationId);
  }

  /** The admin's token. */
  get token(): string {
    return this.api.token;
  }

  /** The path of a call, with the prefix. */
  at(path: string): string {
    return this.prefix + path;
  }

  /** The path of a call of the project, with the prefix. */
  in(path: string): string {
    return this.at(`/projects/${this.projectId}${path}`);
  }

  /** Creates an artifact. Returns its slug. */
  async artifact(technicalType = 'markdown'): Promise<string> {
    const title = `Artifact ${randomUUID()}`;
    const path = `/projects/${this.projectId}/artifacts/`;
    return textIn(await this.api.post(path, { title, technical_type: technicalType }), 'slug');
  }

  /** Appends a version, whose body is given as the text of its JSON or as a payload. */
  append(slug: string, payload: unknown): Promise<Answer> {
    return this.api.post(`/projects/${this.projectId}/artifacts/${slug}/versions/`, { payload });
  }

  /** Uploads a text as a document. Returns its id. */
  async upload(name: string, content: string, pair: readonly [string, string]): Promise<string> {
    const form = new FormData();
    form.append('files', new Blob([content], { type: 'text/plain' }), name);
    form.append('files_metadata', JSON.stringify([[pair]]));
    const answer: unknown = await this.api.post(`/projects/${this.projectId}/documents/bulk-upload/`, form);
    return textIn((answer as unknown[])[0], 'id');
  }

  /** Makes a user a member who may view. */
  private async admit(userId: string): Promise<void> {
    const permissions = ['CAN_VIEW_DATA'];
    await this.api.post(`/projects/${this.projectId}/users/`, { user_id: userId, permissions });
  }
}

async function addPerson(api: Api, organizationId: string): Promise<Person> {
  const email = `user-${randomUUID()}@abuse.test`;
  const user = await api.post(`/organizations/${organizationId}/users/`, { email, password: PASSWORD });
  const session = await api.post('/auth/token/', { email, password: PASSWORD });
  return { id: textIn(user, 'id'), email, password: PASSWORD, token: textIn(session, 'token') };
}
