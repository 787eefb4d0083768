import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { DomainEvent, PublishMode, ServiceName } from '@pks/contracts';
import { FolderBlobStore, type RunningService } from '@pks/platform';
import { type TestBus, aCaller } from './bus.ts';
import type { DatabaseSession } from './database-session.ts';
import { eventually } from './eventually.ts';
import { MortalProcess } from './mortal-process.ts';
import { publishEvent } from './publish-event.ts';
import type { Environment, ServiceGround } from './running-service.ts';
import { TestDocuments } from './test-documents.ts';
import { TestProject } from './test-project.ts';

/**
 * Replicas of a service in this process, with a database, a bus and a folder of the test file's own, and methods to create
 * projects with artifacts and documents.
 */
export abstract class RunningReplicas {
  protected readonly replicas: RunningService[] = [];
  readonly call: ServiceGround['call'];
  /** The subjects of the calls that were answered. */
  readonly called: ServiceGround['called'];
  /** A session with the database beside the service's own. */
  readonly session: DatabaseSession;
  readonly bus: TestBus;

  protected constructor(
    protected readonly service: ServiceName,
    protected readonly ground: ServiceGround,
    protected readonly folder: string,
  ) {
    this.call = ground.call;
    this.called = ground.called;
    this.session = ground.session;
    this.bus = ground.bus;
  }

  /** Stops the replicas, and removes the data that they worked on. */
  async stop(): Promise<void> {
    await this.ground.remove(this.replicas);
    await rm(this.folder, { recursive: true });
  }

  /** Adds a replica in this process. */
  async addReplica(environment: Environment = {}): Promise<void> {
    const service = await this.ground.start({ env: environment });
    this.replicas.push(service);
    await service.ready;
  }

  /** Adds several replicas at the same time. */
  async addReplicas(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.addReplica()));
  }

  /** Stops the replica that was added last. */
  async stopReplica(): Promise<void> {
    await this.replicas.pop()?.stop();
  }

  /** A part of each replica. */
  parts<T>(part: abstract new (...dependencies: never[]) => T): T[] {
    return this.replicas.map(({ app }) => app.get<T>(part));
  }

  /** Starts a replica as a process of its own, which ends as by kill -9 at the nth time that it reaches a moment. */
  startMortal(moment: string, nth = 1): Promise<MortalProcess> {
    return MortalProcess.start(this.service, { ...this.ground.env, DIE_AT: `${moment}@${nth}` });
  }

  /** Starts a replica, waits until it has created its initial data, and stops it: later replicas do only what is requested. */
  async settle(): Promise<void> {
    await this.addReplica();
    await this.isSettled();
    await this.stopReplica();
  }

  /** Waits until the replica has created its initial data. */
  protected async isSettled(): Promise<void> {
    const left = `SELECT FROM ${this.service}_jobs.job WHERE state IN ('created', 'retry', 'active')`;
    await eventually('no job is left', async () => (await this.session.rows(left)).length === 0);
  }

  /** Makes all jobs that wait for their time due now. */
  async doJobsNow(): Promise<void> {
    const now = `SET start_after = now() WHERE state = 'created'`;
    await this.session.rows(`UPDATE ${this.service}_jobs.job ${now}`);
  }

  /** Makes the jobs about a document due immediately: again, or before their time. @throws Error if there are none. */
  async again(documentId: string): Promise<void> {
    const now = `SET state = 'created', start_after = now() WHERE data->>'document_id' = $1 RETURNING id`;
    let count = 0;
    for (const table of this.jobs)
      count += (await this.session.rows(`UPDATE ${table} ${now}`, [documentId])).length;
    if (count === 0) throw new Error(`No job is about the document ${documentId}.`);
  }

  /** Whether all jobs about a document are done. */
  async isDone(documentId: string): Promise<boolean> {
    const left = this.jobs.map(
      (table) => `SELECT FROM ${table} WHERE data->>'document_id' = $1 AND state <> 'completed'`,
    );
    return (await this.session.rows(left.join(' UNION ALL '), [documentId])).length === 0;
  }

  /** The tables of jobs about documents. */
  protected get jobs(): readonly string[] {
    return [`${this.service}_jobs.job`];
  }

  /** Publishes an event as another service does, once the stream exists, and returns its id. */
  publish(event: DomainEvent): Promise<string> {
    return publishEvent(this.ground.bus, event);
  }

  /** The address of NATS for the test itself, which is allowed everything. */
  get natsUrl(): string {
    return this.ground.natsUrl;
  }

  /** The address of the database. */
  get databaseUrl(): string {
    return this.ground.env[`${this.service.toUpperCase()}_DATABASE_URL`] ?? '';
  }

  /** The folder of the files, within a folder of the test file's own. */
  get blobFolder(): string {
    return this.ground.env['BLOB_STORE'] ?? '';
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
