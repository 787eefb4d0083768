import { randomUUID } from 'node:crypto';
import type {
  ArtifactDetail,
  ArtifactVersion,
  Conversation,
  Interview,
  InterviewDraft,
  Me,
  NewApiKey,
  Notification,
  NotificationType,
  OrganizationUser,
  Page,
  Permission,
  Profile,
  ProjectUser,
  ServiceAccount,
  Signal,
  Tool,
  TestRun,
} from '@pks/contracts';
import { type Answer, type ApiClient, eventually } from '@pks/testing/black-box';
import type { World } from '../world.ts';

/** One of two unrelated places. */
export type PlaceName = 'own' | 'foreign';

/** An interview and the campaign that it is in. */
interface InterviewInCampaign {
  readonly id: string;
  readonly campaignId: string;
}

/** A project in which the matrix acts, and the organization around it. */
interface Place {
  readonly projectId: string;
  readonly organizationId: string;
}

/** Two projects of one organization, another organization, and everything that is created in them. */
export class Grounds {
  private constructor(
    private readonly world: World,
    private readonly places: Readonly<Record<PlaceName, Place>>,
  ) {}

  static async prepare(world: World): Promise<Grounds> {
    const [own, foreign, { body: stranger }] = await Promise.all([
      world.project(),
      world.project(),
      world.stranger.get<Me>('/users/me/'),
    ]);
    const elsewhere = stranger.organizations[0]?.id ?? '';
    return new Grounds(world, {
      own: { projectId: own.id, organizationId: own.organization_id },
      foreign: { projectId: foreign.id, organizationId: elsewhere },
    });
  }

  projectId(place: PlaceName): string {
    return this.places[place].projectId;
  }

  organizationId(place: PlaceName): string {
    return this.places[place].organizationId;
  }

  /** An artifact with two versions. */
  async artifact(place: PlaceName): Promise<ArtifactDetail> {
    const projectId = this.projectId(place);
    const artifact = await this.world.artifact(projectId);
    const versions = `/projects/${projectId}/artifacts/${artifact.slug}/versions/`;
    await this.world.founder.post<ArtifactVersion>(versions, { payload: 'Second' });
    return artifact;
  }

  /** A user of the organization who cannot log in. */
  user(): Promise<OrganizationUser> {
    return this.userOf('own');
  }

  /** A user of a place's organization. */
  async userOf(place: PlaceName): Promise<OrganizationUser> {
    const email = `${randomUUID()}@e2e.test`;
    const users = `/organizations/${this.organizationId(place)}/users/`;
    return (await this.adminOf(place).post<OrganizationUser>(users, { email })).body;
  }

  async serviceAccount(place: PlaceName): Promise<ServiceAccount> {
    return (await this.adminOf(place).post<ServiceAccount>(this.accounts(place), { name: 'Import' })).body;
  }

  /** A key of the service account, if the account belongs to the place; else a key of a new one. */
  async apiKey(place: PlaceName, accountId: string = randomUUID(), fields: object = {}): Promise<NewApiKey> {
    const keys = (id: string): string => `${this.accounts(place)}${id}/api-keys/`;
    const created = await this.adminOf(place).post<NewApiKey>(keys(accountId), fields);
    if (created.status === 201) return created.body;
    const { id } = await this.serviceAccount(place);
    return (await this.adminOf(place).post<NewApiKey>(keys(id), fields)).body;
  }

  /** The address of a key of a service account of the caller's own organization. */
  keyPath(accountId: string, keyId: string): string {
    return `${this.accounts('own')}${accountId}/api-keys/${keyId}/`;
  }

  async member(place: PlaceName): Promise<ProjectUser> {
    const { id } = await this.user();
    return this.add(place, { user_id: id });
  }

  /** The id of a pending invite. */
  async inviteId(place: PlaceName): Promise<string> {
    return (await this.world.invite(this.projectId(place))).id;
  }

  /** A new notification of the user, caused by a published version; a random id if they may read none. */
  async notificationId(place: PlaceName, reader?: ApiClient): Promise<string> {
    const type = 'artifact_published';
    if (!reader || (await this.newestOf(place, reader, type)).status !== 200) return randomUUID();
    return this.notifiedOf(place, reader, type, async () => {
      const { slug } = await this.artifact(place);
      await this.world.founder.post(
        `/projects/${this.projectId(place)}/artifacts/${slug}/versions/2/publish/`,
      );
    });
  }

  /** A notification of another member of the place that only they get: an interview was assigned to them. */
  async notificationOfAnother(place: PlaceName): Promise<string> {
    const { api, id } = await this.world.member(this.projectId(place));
    return this.notifiedOf(place, api, 'interview_assigned', async () => {
      await this.assigned(place, id);
    });
  }

  /** The id of the notification that a user gets when something happens. */
  private async notifiedOf(
    place: PlaceName,
    reader: ApiClient,
    type: NotificationType,
    happen: () => Promise<void>,
  ): Promise<string> {
    const newest = async (): Promise<string | undefined> =>
      (await this.newestOf(place, reader, type)).body.results[0]?.id;
    const known = await newest();
    await happen();
    await eventually('they are notified', async () => (await newest()) !== known);
    return (await newest()) ?? '';
  }

  private newestOf(
    place: PlaceName,
    reader: ApiClient,
    type: NotificationType,
  ): Promise<Answer<Page<Notification>>> {
    const list = `/projects/${this.projectId(place)}/notifications/`;
    return reader.get<Page<Notification>>(`${list}?notification_type=${type}&limit=1`);
  }

  /** A new signal of the user; a random id if they may submit none. */
  async signalId(place: PlaceName, submitter: ApiClient = this.world.founder): Promise<string> {
    const signals = `/projects/${this.projectId(place)}/signals/`;
    const made = await submitter.post<Signal>(signals, { feedback: 'Out of date.' });
    return made.status === 201 ? made.body.id : randomUUID();
  }

  /** A conversation of the user; a random id if they may not begin one. */
  async conversationId(place: PlaceName, creator: ApiClient = this.world.founder): Promise<string> {
    const conversations = `/projects/${this.projectId(place)}/playground-conversations/`;
    const made = await creator.post<Conversation>(conversations, {});
    return made.status === 201 ? made.body.id : randomUUID();
  }

  /** An interview assigned to the user, in a campaign of its own; to another member if the user cannot be interviewed. */
  async interview(place: PlaceName, assignee?: ApiClient): Promise<InterviewInCampaign> {
    const own = assignee ? (await assignee.get<Me>('/users/me/')).body.id : undefined;
    return (await this.assigned(place, own)) ?? this.interview(place);
  }

  /** Undefined if the user cannot be interviewed. */
  private async assigned(place: PlaceName, to: string | undefined): Promise<InterviewInCampaign | undefined> {
    const interviews = `/projects/${this.projectId(place)}/interviews/`;
    const made = await this.world.founder.post<readonly Interview[]>(`${interviews}assign/`, {
      assignee_ids: [to ?? (await this.member(place)).user.id],
      topic: 'Onboarding',
      campaign_name: `Autumn ${randomUUID()}`,
      reminders_enabled: true,
    });
    const [interview] = made.status === 201 ? made.body : [];
    return interview && { id: interview.id, campaignId: interview.campaign?.id ?? '' };
  }

  /** A document with a file. */
  async documentId(place: PlaceName): Promise<string> {
    return (await this.world.document(this.projectId(place))).id;
  }

  /** A draft of a guided interview. */
  async draftId(place: PlaceName): Promise<string> {
    const topics = [{ title: 'First week' }, { title: 'First month' }];
    const guided = { topic: 'Onboarding', interview_type: 'guided-interview', topics };
    return (await this.world.founder.post<InterviewDraft>(this.drafts(place), guided)).body.id;
  }

  /** A test run of the draft; of a new draft unless this one exists in the place. */
  async testRunId(place: PlaceName, draftId = ''): Promise<string> {
    const start = (draft: string) =>
      this.world.founder.post<TestRun>(`${this.drafts(place)}${draft}/test-runs/`, {});
    const started = await start(draftId);
    if (started.status === 201) return started.body.id;
    return (await start(await this.draftId(place))).body.id;
  }

  private drafts(place: PlaceName): string {
    return `/projects/${this.projectId(place)}/interview-drafts/`;
  }

  /** A new tool. */
  async toolId(place: PlaceName): Promise<string> {
    const tools = `/projects/${this.projectId(place)}/tools/`;
    return (await this.world.founder.post<Tool>(tools, { name: 'Alpha', tool_type: 'retrieval' })).body.id;
  }

  async join(
    place: PlaceName,
    { id }: { readonly id: string },
    permissions: readonly Permission[],
    profile: Profile,
  ): Promise<void> {
    await this.add(place, { user_id: id, permissions, profile });
  }

  /** A user who administers the other organization, with a token that tests may revoke. */
  async anotherStranger(): Promise<ApiClient> {
    const request = { email: `${randomUUID()}@e2e.test`, password: this.world.password, role: 'admin' };
    await this.world.stranger.post(`/organizations/${this.organizationId('foreign')}/users/`, request);
    return this.world.anybody.as(await this.world.logIn(request.email));
  }

  private adminOf(place: PlaceName): ApiClient {
    return place === 'own' ? this.world.founder : this.world.stranger;
  }

  private accounts(place: PlaceName): string {
    return `/organizations/${this.organizationId(place)}/service-accounts/`;
  }

  private async add(place: PlaceName, request: object): Promise<ProjectUser> {
    const users = `/projects/${this.projectId(place)}/users/`;
    return (await this.world.founder.post<ProjectUser>(users, request)).body;
  }
}

export function otherThan(place: PlaceName): PlaceName {
  return place === 'own' ? 'foreign' : 'own';
}
