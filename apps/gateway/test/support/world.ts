import { randomUUID } from 'node:crypto';
import type {
  ArtifactDetail,
  DocumentItem,
  Me,
  NewInvite,
  OrganizationUser,
  Permission,
  Profile,
  Project,
  ProjectUser,
  PublishMode,
  Session,
} from '@pks/contracts';
import { mailedToken } from '@pks/testing/black-box';
import { type FileGiven, formOf } from './forms.ts';
import { CheckedClient } from './checked-client.ts';

/** A user who can log in. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly api: CheckedClient;
}

/** The surroundings of a test file: the shared organization, and projects and users of its own. */
export class World {
  /** The password of every user that this world creates. */
  readonly password = 'a password for tests';
  readonly founder: CheckedClient;
  /** The admin of another organization. */
  readonly stranger: CheckedClient;
  private organization: Promise<string> | undefined;
  private uploads: Promise<unknown> = Promise.resolve();

  constructor(
    readonly baseUrl = needed('E2E_BASE_URL'),
    readonly founderToken = needed('E2E_FOUNDER_TOKEN'),
    strangerToken = needed('E2E_STRANGER_TOKEN'),
  ) {
    this.founder = new CheckedClient(baseUrl, founderToken);
    this.stranger = new CheckedClient(baseUrl, strangerToken);
  }

  get anybody(): CheckedClient {
    return this.founder.as(undefined);
  }

  organizationId(): Promise<string> {
    this.organization ??= this.founder
      .get<Me>('/users/me/')
      .then(({ body }) => body.organizations[0]?.id ?? '');
    return this.organization;
  }

  /** A user of the organization who is not yet a member of a project. */
  async person(role: 'admin' | 'member' = 'member'): Promise<Person> {
    const email = `${randomUUID()}@e2e.test`;
    const made = await this.founder.post<OrganizationUser>(
      `/organizations/${await this.organizationId()}/users/`,
      { email, password: this.password, role },
    );
    const token = await this.logIn(email);
    return { id: made.body.id, email, token, api: this.founder.as(token) };
  }

  /** A new token of a user that this world created. */
  async logIn(email: string): Promise<string> {
    const request = { email, password: this.password };
    return (await this.anybody.post<Session>('/auth/token/', request)).body.token;
  }

  /** A project that the founder administers. */
  async project(mode: PublishMode = 'manual_publish'): Promise<Project> {
    const organization_id = await this.organizationId();
    const request = { name: `Project ${randomUUID()}`, organization_id, artifact_publish_mode: mode };
    return (await this.founder.post<Project>('/projects/', request)).body;
  }

  /** A new member of a project. */
  async member(
    projectId: string,
    permissions: Permission[] = ['CAN_VIEW_DATA'],
    profile: Profile = 'contributor',
  ): Promise<Person & { projectUserId: string }> {
    const person = await this.person();
    const request = { user_id: person.id, permissions, profile };
    const { body } = await this.founder.post<ProjectUser>(`/projects/${projectId}/users/`, request);
    return { ...person, projectUserId: body.id };
  }

  /** A pending invite of a new user. */
  async invite(projectId: string, email = `${randomUUID()}@e2e.test`): Promise<NewInvite> {
    return (await this.founder.post<NewInvite>(`/projects/${projectId}/invites/invite/`, { email })).body;
  }

  /** The token that was mailed to an invited user. */
  mailedToken(email: string): Promise<string> {
    return mailedToken(needed('E2E_MAIL_FOLDER'), email);
  }

  /** Uploads a file once the earlier ones are uploaded: a user may have only a few uploads at a time. */
  document(...upload: Parameters<World['upload']>): Promise<DocumentItem> {
    const uploaded = this.uploads.then(() => this.upload(...upload));
    this.uploads = uploaded.catch(() => undefined);
    return uploaded;
  }

  private async upload(
    projectId: string,
    file: FileGiven = { name: 'plan.txt', content: 'The plan.' },
    fields: Readonly<Record<string, string>> = {},
  ): Promise<DocumentItem> {
    const path = `/projects/${projectId}/documents/bulk-upload/`;
    const { body } = await this.founder.post<DocumentItem[]>(path, formOf([file], fields));
    const [document] = body;
    if (!document) throw new Error('The upload was refused.');
    return document;
  }

  /** A new custom artifact. */
  async artifact(projectId: string, fields: object = {}): Promise<ArtifactDetail> {
    const request = { title: `Artifact ${randomUUID()}`, technical_type: 'markdown', ...fields };
    return (await this.founder.post<ArtifactDetail>(`/projects/${projectId}/artifacts/`, request)).body;
  }
}

function needed(variable: string): string {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} is set by the global set-up of these tests.`);
  return value;
}
