import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Caller, DomainEvent, PublishMode, RequestOf, Rpc } from '@pks/contracts';
import { type FaultData, FolderBlobStore, type RunningService } from '@pks/platform';
import {
  type DatabaseSession,
  type Environment,
  MortalProcess,
  ServiceGround,
  TestDocuments,
  TestProject,
  aCall,
  aCaller,
  eventually,
  publishEvent,
} from '@pks/testing';
import { knowledge } from '../src/knowledge.ts';

/** Replicas of the knowledge service in this process, with a database and a bus of the test file's own; beside them, perhaps, the search service. */
export class RunningKnowledge {
  private readonly replicas: RunningService[] = [];
  readonly call: ServiceGround['call'];
  /** A session with the database beside the service's own. */
  readonly session: DatabaseSession;

  private search: MortalProcess | undefined;

  private constructor(
    private readonly ground: ServiceGround,
    private readonly folder: string,
  ) {
    this.call = ground.call;
    this.session = ground.session;
  }

  static async start(replicas = 1, environment: Environment = {}): Promise<RunningKnowledge> {
    const folder = await mkdtemp(join(tmpdir(), 'pks-knowledge-'));
    const blobs = { BLOB_STORE: join(folder, 'blobs') };
    const ground = await ServiceGround.open(knowledge, { ...blobs, ...environment });
    const running = new RunningKnowledge(ground, folder);
    await Promise.all(Array.from({ length: replicas }, () => running.addReplica()));
    return running;
  }

  /** The same beside the search service, which reads documents. */
  static async startWithSearch(replicas = 1): Promise<RunningKnowledge> {
    const running = await RunningKnowledge.start(replicas);
    await running.startSearch();
    return running;
  }

  /** Starts the search service in a process of its own. */
  async startSearch(): Promise<void> {
    const env = { SEARCH_INDEX: join(this.folder, 'search'), EMBEDDINGS: 'none' };
    this.search = await this.ground.startBeside('search', env);
  }

  async stop(): Promise<void> {
    await this.search?.kill();
    await this.ground.remove(this.replicas);
    await rm(this.folder, { recursive: true });
  }

  /** Adds a replica in this process. */
  async addReplica(environment: Environment = {}): Promise<void> {
    const service = await this.ground.start({ env: environment });
    this.replicas.push(service);
    await service.ready;
  }

  /** A part of each replica. */
  parts<T>(part: abstract new (...dependencies: never[]) => T): T[] {
    return this.replicas.map(({ app }) => app.get<T>(part));
  }

  /** Starts a replica, waits until it has created its initial data, and stops it: later ones do only what is requested. */
  async settle(): Promise<void> {
    await this.addReplica();
    await eventually('no job is left', async () => {
      const left = `SELECT FROM knowledge_jobs.job WHERE state IN ('created', 'retry', 'active')`;
      return (await this.session.rows(left)).length === 0;
    });
    await this.stopReplica();
  }

  /** Stops the replica that was added last. */
  async stopReplica(): Promise<void> {
    await this.replicas.pop()?.stop();
  }

  /** Runs all jobs that wait for their time now. */
  async doJobsNow(): Promise<void> {
    await this.session.rows(`UPDATE knowledge_jobs.job SET start_after = now() WHERE state = 'created'`);
  }

  /** Publishes an event as another service does, once the stream exists, and returns its id. */
  publish(event: DomainEvent): Promise<string> {
    return publishEvent(this.ground.bus, event);
  }

  /** Makes a call for a user, though it is for services. */
  readonly callAsUser = <R extends Rpc>(rpc: R, request: RequestOf<R>, caller: Caller): Promise<unknown> =>
    this.ground.bus.client.call(rpc, request, aCall(caller));

  /** The address of NATS for the test itself, which may do everything. */
  get natsUrl(): string {
    return this.ground.natsUrl;
  }

  /** The address of the database. */
  get databaseUrl(): string {
    return this.ground.env['KNOWLEDGE_DATABASE_URL'] ?? '';
  }

  /** A replica as a process of its own, which ends as kill -9 ends it at the nth time that it reaches a moment. */
  async startMortal(moment: string, nth = 1): Promise<MortalProcess> {
    return MortalProcess.start('knowledge', { ...this.ground.env, DIE_AT: `${moment}@${nth}` });
  }

  /** The folder of the files, in a folder of the test file's own. */
  get blobFolder(): string {
    return this.ground.env['BLOB_STORE'] ?? '';
  }

  /** Runs the jobs about a document immediately: again, or before their time. */
  async again(documentId: string): Promise<void> {
    const now = `SET state = 'created', start_after = now() WHERE data->>'document_id' = $1`;
    for (const table of this.jobs) await this.session.rows(`UPDATE ${table} ${now}`, [documentId]);
  }

  /** Whether all jobs about a document are done. */
  async isDone(documentId: string): Promise<boolean> {
    const left = this.jobs.map(
      (table) => `SELECT FROM ${table} WHERE data->>'document_id' = $1 AND state <> 'completed'`,
    );
    return (await this.session.rows(left.join(' UNION ALL '), [documentId])).length === 0;
  }

  /** The tables of jobs. */
  private get jobs(): readonly string[] {
    return ['knowledge_jobs.job', ...(this.search ? ['search_jobs.job'] : [])];
  }

  /** A new project, as its admin sees it. */
  aProject(mode: PublishMode = 'manual_publish'): TestProject {
    const permissions = ['CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS'] as const;
    const project = { id: randomUUID(), permissions, artifact_publish_mode: mode };
    return new TestProject(this, aCaller({ project }));
  }

  /** The documents of a new project, as its admin sees them. */
  someDocuments(): TestDocuments {
    return this.documentsOf(this.aProject());
  }

  /** The documents of a project. */
  documentsOf({ caller }: TestProject): TestDocuments {
    return new TestDocuments(this, caller, new FolderBlobStore(this.blobFolder));
  }
}

export const NOT_FOUND: FaultData = { kind: 'not_found', message: 'Not found.' };
export const FORBIDDEN: FaultData = {
  kind: 'forbidden',
  message: 'You do not have permission to perform this action.',
};

/** The fault of fields that break their rules, by name. */
export function invalid(...names: string[]): object {
  const sentence: unknown = expect.any(String);
  const fields = Object.fromEntries(names.map((name) => [name, [sentence]]));
  return { kind: 'invalid', message: sentence, fields };
}
