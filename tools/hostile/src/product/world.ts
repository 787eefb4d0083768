import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { uploadBody } from '../requests/forms.ts';
import { Api, type Json, textIn } from './api.ts';
import type { Target } from './own-stack.ts';

/** How long a notification may take: on a busy machine, events wait. */
const NOTIFIED_TRIES = 200;
const NOTIFIED_MS = 50;
const TOOL_TYPES = ['retrieval', 'math', 'document_retrieval'] as const;
const PASSWORD = 'a-password-of-hostility';

/** The values of a path's parameters, by name; an object is created with the values before it in the path. */
export type Named = Readonly<Record<string, string>>;

/** The ids of a project, its organization and its admin. */
interface Ids {
  readonly organizationId: string;
  readonly projectId: string;
  readonly userId: string;
}

/** The name of further projects. */
export const ANOTHER = 'Another';

/** A project, its organization, and the objects that are created in them. */
export class World {
  readonly admin: Api;
  readonly organizationId: string;
  readonly projectId: string;
  /** A project of another organization, and that organization. */
  readonly foreign: Named;
  /** A member of the project, whose actions the admin is notified of. */
  readonly colleague: Api;
  private tools = 0;
  /** The id of the admin. */
  readonly userId: string;

  private constructor(admin: Api, colleague: Api, ids: Ids, foreign: Named) {
    this.admin = admin;
    this.colleague = colleague;
    this.organizationId = ids.organizationId;
    this.projectId = ids.projectId;
    this.userId = ids.userId;
    this.foreign = foreign;
  }

  static async prepare({ baseUrl, token, strangerToken }: Target): Promise<World> {
    const admin = new Api(baseUrl, token);
    const own = await projectOf(admin);
    const colleague = new Api(baseUrl, await colleagueOf(admin, own));
    const stranger = new Api(baseUrl, strangerToken);
    const { organizationId, projectId } = await projectOf(stranger);
    stranger.client.close();
    return new World(admin, colleague, own, { organization_id: organizationId, project_id: projectId });
  }

  /** Another project of the organization. */
  async project(): Promise<string> {
    const body = { name: ANOTHER, organization_id: this.organizationId };
    return textIn(await this.admin.post('/projects/', body), 'id');
  }

  /** A place for a single sequence: a project, and a service account if the sequence is about one. */
  async elsewhere(hasAccount: boolean): Promise<Named> {
    const places = { project_id: await this.project(), organization_id: this.organizationId };
    return hasAccount ? { ...places, service_account_id: await this.make('service_account_id', {}) } : places;
  }

  /** A path of the project. */
  in(path: string): string {
    return `/projects/${this.projectId}${path}`;
  }

  /** Creates the object that a parameter of a path names. @throws Error for an unknown parameter. */
  async make(parameter: string, named: Named): Promise<string> {
    const maker = MAKERS[parameter];
    if (!maker)
      throw new Error(`Nothing is known of the parameter {${parameter}}: teach product/world.ts to make it.`);
    return maker(this, named);
  }

  async user(password?: string): Promise<{ readonly id: string; readonly email: string }> {
    const email = `${randomUUID()}@hostile.test`;
    const body = { email, ...(password === undefined ? {} : { password }) };
    const user = await this.admin.post(`/organizations/${this.organizationId}/users/`, body);
    return { id: textIn(user, 'id'), email };
  }

  /** The token of a user who may be logged out. */
  async anotherToken(): Promise<string> {
    const { email } = await this.user(PASSWORD);
    return textIn(await this.admin.post('/auth/token/', { email, password: PASSWORD }), 'token');
  }

  async document(): Promise<string> {
    const body = uploadBody([{ name: 'plan.txt', type: 'text/plain', content: 'The plan.' }], {
      skip_parsing: 'true',
    });
    const [made] = await this.admin.send<readonly Json[]>(this.in('/documents/bulk-upload/'), body);
    return textIn(made, 'id');
  }

  /** Ends the connections. */
  close(): void {
    this.admin.client.close();
    this.colleague.client.close();
  }

  /** An interview that the admin has to take, in a campaign of its own. */
  async interview(): Promise<{ readonly id: string; readonly campaignId: string }> {
    const [made] = await this.admin.post<readonly Json[]>(this.in('/interviews/assign/'), {
      assignee_ids: [this.userId],
      topic: 'Onboarding',
      write_scope: 'global',
      campaign_name: `Autumn ${randomUUID()}`,
      reminders_enabled: true,
    });
    return { id: textIn(made, 'id'), campaignId: textIn(made?.['campaign'], 'id') };
  }

  /** A new notification of the admin, whose colleague submits a signal. */
  async notification(): Promise<string> {
    const newest = async (): Promise<string> => {
      const { results } = await this.admin.get<{ results: readonly Json[] }>(
        this.in('/notifications/?limit=1'),
      );
      return results[0] === undefined ? '' : textIn(results[0], 'id');
    };
    const before = await newest();
    await this.colleague.post(this.in('/signals/'), { feedback: 'Out of date.' });
    for (let tries = 0; tries < NOTIFIED_TRIES; tries++) {
      const id = await newest();
      if (id !== before && id !== '') return id;
      await sleep(NOTIFIED_MS);
    }
    throw new Error('Nobody was notified of a signal.');
  }

  /** A tool, of the next type in turn. */
  async tool(): Promise<string> {
    const tool_type = TOOL_TYPES[this.tools++ % TOOL_TYPES.length];
    const body = { name: `Tool ${randomUUID()}`, tool_type };
    return textIn(await this.admin.post(this.in('/tools/'), body), 'id');
  }

  /** A tool of another project of the organization. */
  async toolElsewhere(): Promise<string> {
    const path = `/projects/${await this.project()}/tools/`;
    return textIn(
      await this.admin.post(path, { name: `Tool ${randomUUID()}`, tool_type: 'retrieval' }),
      'id',
    );
  }
}

/** How each parameter's value is created; a parameter without an entry fails the run. */
const MAKERS: Readonly<Record<string, (world: World, named: Named) => Promise<string>>> = {
  project_id: async (world) => world.projectId,
  organization_id: async (world) => world.organizationId,
  project_user_id: async (world) => {
    const { id } = await world.user();
    return textIn(await world.admin.post(world.in('/users/'), { user_id: id }), 'id');
  },
  invite_id: async (world) => {
    const body = { email: `${randomUUID()}@hostile.test` };
    return textIn(await world.admin.post(world.in('/invites/invite/'), body), 'id');
  },
  slug: async (world) => {
    const body = { title: `Artifact ${randomUUID()}`, technical_type: 'markdown' };
    return textIn(await world.admin.post(world.in('/artifacts/'), body), 'slug');
  },
  version_number: async () => '1',
  user_id: async (world) => (await world.user()).id,
  service_account_id: async (world) => {
    const path = `/organizations/${world.organizationId}/service-accounts/`;
    return textIn(await world.admin.post(path, { name: 'Import' }), 'id');
  },
  key_id: async (world, { service_account_id: account = '' }) => {
    const path = `/organizations/${world.organizationId}/service-accounts/${account}/api-keys/`;
    return textIn(await world.admin.post(path, { name: 'Key' }), 'id');
  },
  notification_id: (world) => world.notification(),
  signal_id: async (world) =>
    textIn(await world.admin.post(world.in('/signals/'), { feedback: 'Out of date.' }), 'id'),
  interview_id: async (world) => (await world.interview()).id,
  campaign_id: async (world) => (await world.interview()).campaignId,
  conversation_id: async (world) =>
    textIn(await world.admin.post(world.in('/playground-conversations/')), 'id'),
  document_id: (world) => world.document(),
  draft_id: async (world) => {
    const topics = [{ title: 'First week' }, { title: 'First month' }];
    const body = { topic: 'Onboarding', interview_type: 'guided-interview', topics };
    return textIn(await world.admin.post(world.in('/interview-drafts/'), body), 'id');
  },
  test_run_id: async (world, { draft_id: draft = '' }) =>
    textIn(await world.admin.post(world.in(`/interview-drafts/${draft}/test-runs/`)), 'id'),
  tool_id: (world) => world.tool(),
};

/** Creates a member of the project. Returns their token. */
async function colleagueOf(admin: Api, { organizationId, projectId }: Ids): Promise<string> {
  const person = { email: `colleague-${randomUUID()}@hostile.test`, password: PASSWORD };
  const { id } = await admin.post(`/organizations/${organizationId}/users/`, person);
  await admin.post(`/projects/${projectId}/users/`, { user_id: id });
  return textIn(await admin.post('/auth/token/', person), 'token');
}

async function projectOf(api: Api): Promise<Ids> {
  const me = await api.get<{ id: string; organizations: readonly Json[] }>('/users/me/');
  const organizationId = textIn(me.organizations[0], 'id');
  const projectId = textIn(
    await api.post('/projects/', { name: 'Hostile', organization_id: organizationId }),
    'id',
  );
  const users = await api.get<{ results: readonly Json[] }>(`/projects/${projectId}/users/`);
  // Only some profiles may be interviewed.
  await api.patch(`/projects/${projectId}/users/${textIn(users.results[0], 'id')}/`, { profile: 'tech' });
  return { organizationId, projectId, userId: me.id };
}
