import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import type { Answer } from './client.ts';
import type { Artifact, World } from './world.ts';

/** The intensity of a load. */
export interface LoadOptions {
  /** The pause between two writes of the same kind. Milliseconds. */
  readonly pauseMs: number;
  /**
   * The most members added. Every publication notifies all of them: with a bound, kills in a longer run cost no more than in a short one.
   */
  readonly mostMembers: number;
  /** Whether the load asks questions, whose answers may take two minutes while something is away. */
  readonly asks: boolean;
}

/** One user may cause a thousand invites an hour: a long run stops inviting before that. */
const MOST_INVITED = 900;

const INTERVIEW = { topic: 'Ferries', questions: ['Why?'], campaign_name: 'Chaos' };

const USUAL: LoadOptions = { pauseMs: 150, mostMembers: Number.POSITIVE_INFINITY, asks: true };

/** A version that the product acknowledged and published. */
export interface Version {
  readonly artifactId: string;
  readonly slug: string;
  readonly number: number;
  readonly payload: string;
}

/** A document that the product acknowledged. Its content has a unique word. */
export interface StoredDocument {
  readonly id: string;
  readonly word: string;
  readonly content: string;
}

/** A conversation in which the reader asked once. */
export interface Conversation {
  readonly id: string;
  readonly question: string;
  /** The question and the answer, as acknowledged. */
  readonly entryIds: readonly string[];
}

/** The writes that the product acknowledged. */
export interface Ledger {
  readonly versions: Version[];
  /** The ids of added project users. */
  readonly members: string[];
  /** The e-mails of invited people. */
  readonly invited: string[];
  /** Signals that the reader submitted and the admin closed. */
  readonly signals: string[];
  /** The uploaded documents, and those of them that were deleted again. */
  readonly documents: StoredDocument[];
  readonly deletedDocuments: StoredDocument[];
  /** Interviews that the admin assigned to the reader, who completed them. */
  readonly interviews: string[];
  /** The e-mails to which an interview was assigned, and which were invited for it. */
  readonly interviewees: string[];
  readonly conversations: Conversation[];
  /** The number of acknowledged marks of notifications as read. */
  marks: number;
}

/** A load of writes and reads of all kinds, until ended. */
export class Load {
  readonly ledger: Ledger = {
    versions: [],
    members: [],
    invited: [],
    signals: [],
    documents: [],
    deletedDocuments: [],
    interviews: [],
    interviewees: [],
    conversations: [],
    marks: 0,
  };
  private ending = false;
  private readonly world: World;
  private readonly options: LoadOptions;
  private readonly work: Promise<unknown>;

  constructor(world: World, options: Partial<LoadOptions> = {}) {
    this.world = world;
    this.options = { ...USUAL, ...options };
    const appending = world.artifacts.map((artifact) => () => this.append(artifact));
    const others = [
      () => this.addMember(),
      () => this.invite(),
      () => this.giveSignal(),
      () => this.keepDocument(),
      () => this.interview(),
      () => this.inviteToInterview(),
      () => this.renameProject(),
      () => this.mark(),
      ...(this.options.asks ? [() => this.ask()] : []),
    ];
    this.work = Promise.all([...appending, ...others].map((act) => this.repeat(act)));
    this.work.catch(() => undefined);
  }

  /** Ends the load once every write in progress is acknowledged. */
  async end(): Promise<Ledger> {
    this.ending = true;
    await this.work;
    return this.ledger;
  }

  private async repeat(act: () => Promise<unknown>): Promise<void> {
    while (!this.ending) {
      await act();
      await this.pause();
    }
  }

  /** Appends a version, and resolves once it is acknowledged. */
  async append({ id, slug }: Artifact): Promise<Version> {
    const payload = randomUUID();
    const path = `/projects/${this.world.projectId}/artifacts/${slug}/versions/`;
    const appended = await this.world.admin.client.post(path, { payload });
    const version = { artifactId: id, slug, number: Number(appended['version_number']), payload };
    this.ledger.versions.push(version);
    return version;
  }

  private async addMember(): Promise<void> {
    if (this.ledger.members.length >= this.options.mostMembers) return;
    const { organizationId, projectId, admin } = this.world;
    const email = `member-${randomUUID()}@chaos.test`;
    const user = await admin.client.post(`/organizations/${organizationId}/users/`, { email });
    const member: Answer = await admin.client.post(`/projects/${projectId}/users/`, { user_id: user['id'] });
    this.ledger.members.push(String(member['id']));
    await this.pause(4);
  }

  private async invite(): Promise<void> {
    if (this.hasInvitedAll()) return;
    const email = `guest-${randomUUID()}@chaos.test`;
    await this.world.admin.client.post(`/projects/${this.world.projectId}/invites/invite/`, { email });
    this.ledger.invited.push(email);
    await this.pause(2);
  }

  private async giveSignal(): Promise<void> {
    const { projectId, reader, admin } = this.world;
    const path = `/projects/${projectId}/signals/`;
    const { id } = await reader.client.post(path, { feedback: `This is out of date: ${randomUUID()}` });
    await admin.client.patch(`${path}${String(id)}/`, { status: 'reviewed' });
    this.ledger.signals.push(String(id));
    await this.pause(2);
  }

  /** Uploads a document, and deletes every third one. */
  private async keepDocument(): Promise<void> {
    const { projectId, admin } = this.world;
    const path = `/projects/${projectId}/documents/`;
    const word = `word${randomUUID().replaceAll('-', '')}`;
    const content = `This document describes ${word}.\n`;
    const id = await admin.client.upload(`${path}bulk-upload/`, `${word}.txt`, content, ['kind', word]);
    const { documents, deletedDocuments } = this.ledger;
    if ((documents.length + deletedDocuments.length) % 3 === 2) {
      await admin.client.delete(`${path}${id}/`);
      deletedDocuments.push({ id, word, content });
    } else documents.push({ id, word, content });
    await this.pause(2);
  }

  /** Assigns an interview, which its assignee completes with their answer. */
  private async interview(): Promise<void> {
    const { projectId, reader, admin } = this.world;
    const path = `/projects/${projectId}/interviews/`;
    const made: unknown = await admin.client.post(`${path}assign/`, {
      assignee_ids: [reader.id],
      ...INTERVIEW,
    });
    const id = String((made as readonly Answer[])[0]?.['id']);
    await reader.client.post(`${path}${id}/messages/`, { content: 'Because.' });
    this.ledger.interviews.push(id);
    await this.pause(2);
  }

  /** Assigns an interview to somebody who is not a user yet. */
  private async inviteToInterview(): Promise<void> {
    if (this.hasInvitedAll()) return;
    const email = `interviewee-${randomUUID()}@chaos.test`;
    const path = `/projects/${this.world.projectId}/interviews/assign/`;
    await this.world.admin.client.post(path, { invite_emails: [email], ...INTERVIEW });
    this.ledger.interviewees.push(email);
    await this.pause(4);
  }

  private hasInvitedAll(): boolean {
    const { invited, interviewees } = this.ledger;
    return invited.length + interviewees.length >= MOST_INVITED;
  }

  /** Begins a conversation, asks in it, and waits for the answer. */
  private async ask(): Promise<void> {
    const { projectId, reader } = this.world;
    const path = `/projects/${projectId}/playground-conversations/`;
    const id = String((await reader.client.post(path))['id']);
    const question = `What is ${randomUUID()}?`;
    const answered: unknown = await reader.client.post(`${path}${id}/messages/`, { content: question });
    const entryIds = (answered as readonly Answer[]).map((entry) => String(entry['id']));
    this.ledger.conversations.push({ id, question, entryIds });
    await this.pause(4);
  }

  /** Renames the project, because the agents service keeps the names of projects. */
  private async renameProject(): Promise<void> {
    const { projectId, admin } = this.world;
    await admin.client.patch(`/projects/${projectId}/`, { name: `Chaos ${randomUUID()}` });
    await this.pause(4);
  }

  private async mark(): Promise<void> {
    const { client } = this.world.reader;
    const path = `/projects/${this.world.projectId}/notifications/`;
    const { results } = await client.get(`${path}?limit=2&status=unread`);
    for (const { id } of results as Answer[]) await client.post(`${path}${String(id)}/mark-as-read/`);
    if (this.ledger.marks % 10 === 9) await client.post(`${path}mark-all-as-read/`);
    this.ledger.marks += 1;
  }

  private pause(times = 1): Promise<void> {
    return sleep(times * this.options.pauseMs);
  }
}
