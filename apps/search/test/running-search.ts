import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DomainEvent, PublishMode } from '@pks/contracts';
import { FolderBlobStore, Jobs, type RunningService } from '@pks/platform';
import {
  type DatabaseSession,
  type Environment,
  MortalProcess,
  ServiceGround,
  TestDocuments,
  TestProject,
  aCaller,
  eventually,
  publishEvent,
  runBuilt,
} from '@pks/testing';
import { keepGenerations } from '../src/indexing/generation-keeping.ts';
import { searching } from '../src/search.ts';
import { InterviewsStandIn } from './interviews-stand-in.ts';

/**
 * Replicas of the search service in this process, with a database and a bus of the test file's own. Beside them run the
 * knowledge service, in a process of its own, and a stand-in of the interviews service.
 */
export class RunningSearch {
  private readonly replicas: RunningService[] = [];
  readonly call: ServiceGround['call'];
  /** A session with the database beside the service's own. */
  readonly session: DatabaseSession;
  /** Answers for the interviews service. */
  interviews!: InterviewsStandIn;
  private knowledge: MortalProcess | undefined;

  private constructor(
    private readonly ground: ServiceGround,
    private readonly folder: string,
  ) {
    this.call = ground.call;
    this.session = ground.session;
  }

  static async start(replicas = 1, environment: Environment = {}): Promise<RunningSearch> {
    const folder = await mkdtemp(join(tmpdir(), 'pks-search-'));
    const folders = { BLOB_STORE: join(folder, 'blobs'), SEARCH_INDEX: join(folder, 'search') };
    const ground = await ServiceGround.open(searching, { ...folders, EMBEDDINGS: 'none', ...environment });
    const running = new RunningSearch(ground, folder);
    await running.startKnowledge();
    await running.startInterviews();
    await Promise.all(Array.from({ length: replicas }, () => running.addReplica()));
    return running;
  }

  async stop(): Promise<void> {
    await this.interviews.stop();
    await this.stopKnowledge();
    await this.ground.remove(this.replicas);
    await rm(this.folder, { recursive: true });
  }

  /** Starts the knowledge service. */
  async startKnowledge(): Promise<void> {
    this.knowledge = await this.ground.startBeside('knowledge');
  }

  /** Kills the knowledge service. */
  async stopKnowledge(): Promise<void> {
    await this.knowledge?.kill();
    this.knowledge = undefined;
  }

  /** Answers for the interviews service, as if it had no interviews. */
  async startInterviews(): Promise<void> {
    this.interviews = await InterviewsStandIn.on(this.ground.natsUrl);
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
    await this.isComplete();
    await eventually('no job is left', async () => {
      const left = `SELECT FROM search_jobs.job WHERE state IN ('created', 'retry', 'active')`;
      return (await this.session.rows(left)).length === 0;
    });
    await this.stopReplica();
  }

  /** Stops the replica that was added last. */
  async stopReplica(): Promise<void> {
    await this.replicas.pop()?.stop();
  }

  /** Waits until a search index is complete, the given one or any, and no other is built. */
  async isComplete(number?: number): Promise<void> {
    await eventually('the search index is complete', async () => {
      const all = `SELECT number, state FROM search.search_generations WHERE state <> 'retired'`;
      const [searched, ...others] = await this.session.rows<{ number: number; state: string }>(all);
      return (
        others.length === 0 &&
        searched?.state === 'current' &&
        (number === undefined || searched.number === number)
      );
    });
  }

  /** Runs the maintenance of the search index's generations now, without waiting for the schedule. */
  async keepGenerations(): Promise<void> {
    await this.replicas[0]?.app.get(Jobs).trigger(keepGenerations);
  }

  /** Runs all jobs that wait for their time now. */
  async doJobsNow(): Promise<void> {
    await this.session.rows(`UPDATE search_jobs.job SET start_after = now() WHERE state = 'created'`);
  }

  /** Runs the jobs about a document immediately: again, or before their time. */
  async again(documentId: string): Promise<void> {
    await this.session.rows(
      `UPDATE search_jobs.job SET state = 'created', start_after = now() WHERE data->>'document_id' = $1`,
      [documentId],
    );
  }

  /** Whether all jobs about a document are done. */
  async isDone(documentId: string): Promise<boolean> {
    const left = await this.session.rows(
      `SELECT FROM search_jobs.job WHERE data->>'document_id' = $1 AND state <> 'completed'`,
      [documentId],
    );
    return left.length === 0;
  }

  /** Publishes an event as another service does, once the stream exists, and returns its id. */
  publish(event: DomainEvent): Promise<string> {
    return publishEvent(this.ground.bus, event);
  }

  /** The address of NATS for the test itself, which may do everything. */
  get natsUrl(): string {
    return this.ground.natsUrl;
  }

  /** The address of the database. */
  get databaseUrl(): string {
    return this.ground.env['SEARCH_DATABASE_URL'] ?? '';
  }

  /** The folder of the search index, in a folder of the test file's own. */
  get searchFolder(): string {
    return this.ground.env['SEARCH_INDEX'] ?? '';
  }

  /** The folder of the files, in a folder of the test file's own. */
  get blobFolder(): string {
    return this.ground.env['BLOB_STORE'] ?? '';
  }

  /** Runs a program of the service on its database, and resolves with its output. */
  async run(program: string): Promise<string> {
    return runBuilt('search', program, this.ground.env);
  }

  /** A replica as a process of its own, which ends as kill -9 ends it at the nth time that it reaches a moment. */
  async startMortal(moment: string, nth = 1): Promise<MortalProcess> {
    return MortalProcess.start('search', { ...this.ground.env, DIE_AT: `${moment}@${nth}` });
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
