import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Caller, PublishMode, RequestOf, ResponseOf, Rpc } from '@pks/contracts';
import {
  Fault,
  type FaultData,
  FolderBlobStore,
  type Idempotency,
  type RunningService,
  loadConfig,
  startService,
} from '@pks/platform';
import {
  type DatabaseSession,
  TEST_SECRET,
  type TestBus,
  aCall,
  aCaller,
  cloneDatabase,
  openSession,
  connectTestBus,
  eventually,
  silentLog,
  startOwnNats,
} from '@pks/testing';
import { KnowledgeConfig } from '../src/knowledge.config.ts';
import { knowledgeSchema } from '../src/knowledge.database.ts';
import { knowledge } from '../src/knowledge.ts';
import { MortalKnowledge, runFromSource } from './mortal-knowledge.ts';
import { TestDocuments } from './test-documents.ts';
import { TestProject } from './test-project.ts';

/** What a client sends: fields may be missing, wrong, or unknown. */
export type Fields = Readonly<Record<string, unknown>>;

type Environment = Readonly<Record<string, string>>;

/** Replicas of the knowledge service in this process, with a database and a bus of the test file's own. */
export class RunningKnowledge {
  private readonly replicas: RunningService[] = [];

  private constructor(
    private readonly bus: TestBus,
    /** A session with the database beside the service's own. */
    readonly session: DatabaseSession,
    private readonly environment: Environment,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(replicas = 1, environment: Environment = {}): Promise<RunningKnowledge> {
    const [clone, nats] = [await cloneDatabase(knowledgeSchema), await startOwnNats()];
    const folder = await mkdtemp(join(tmpdir(), 'pks-knowledge-'));
    const folders = { BLOB_STORE: join(folder, 'blobs'), SEARCH_INDEX: join(folder, 'search') };
    const bases = { NATS_URL: nats.url, DATABASE_URL: clone.url, ...folders, EMBEDDINGS: 'none' };
    const own = { ...bases, CALLER_SECRET: TEST_SECRET, ...environment };
    const [bus, session] = [await connectTestBus(nats.url), await openSession(clone.url)];
    const running = new RunningKnowledge(bus, session, own, async () => {
      await Promise.all([bus.close(), session.close()]);
      await Promise.all(running.replicas.map((service) => service.stop()));
      await Promise.all([clone.drop(), nats.stop(), rm(folder, { recursive: true })]);
    });
    await Promise.all(Array.from({ length: replicas }, () => running.addReplica()));
    return running;
  }

  /** One more, in this process. */
  async addReplica(environment: Environment = {}): Promise<void> {
    const config = loadConfig(KnowledgeConfig, { ...this.environment, ...environment });
    const service = await startService(knowledge, config, silentLog());
    this.replicas.push(service);
    await service.ready;
  }

  /** Has one make what it makes of itself when it is new, and stops it: from then on a replica does what it is asked for. */
  async settle(): Promise<void> {
    await this.addReplica();
    await this.searchIsComplete();
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

  /** Waits until a search index is complete, the given one or any, and no other is built. */
  async searchIsComplete(number?: number): Promise<void> {
    await eventually('the search index is complete', async () => {
      const all = `SELECT number, state FROM knowledge.search_generations WHERE state <> 'retired'`;
      const [searched, ...others] = await this.session.rows<{ number: number; state: string }>(all);
      return (
        others.length === 0 &&
        searched?.state === 'current' &&
        (number === undefined || searched.number === number)
      );
    });
  }

  /** Has all jobs that wait for their time done now. */
  async doJobsNow(): Promise<void> {
    await this.session.rows(`UPDATE knowledge_jobs.job SET start_after = now() WHERE state = 'created'`);
  }

  /** Where the search index is, in a folder of the test file's own. */
  get searchFolder(): string {
    return this.environment['SEARCH_INDEX'] ?? '';
  }

  /** Runs a program of the service on its database, and resolves with what it says. */
  async run(program: string): Promise<string> {
    return runFromSource(program, this.environment);
  }

  /** One as a process of its own, which ends as kill -9 ends it at the nth time that it reaches a moment. */
  async startMortal(moment: string, nth = 1): Promise<MortalKnowledge> {
    return MortalKnowledge.start({ ...this.environment, DIE_AT: `${moment}@${nth}` });
  }

  call<R extends Rpc>(
    rpc: R,
    request: Fields,
    caller: Caller,
    idempotency?: Idempotency,
  ): Promise<ResponseOf<R>> {
    return this.bus.client.call(
      rpc,
      request as unknown as RequestOf<R>,
      aCall(this.bus, caller, idempotency),
    );
  }

  /** Where the files are, in a folder of the test file's own. */
  get blobFolder(): string {
    return this.environment['BLOB_STORE'] ?? '';
  }

  /** Has the jobs about a document done at once: again, or before their time. */
  async again(documentId: string): Promise<void> {
    await this.session.rows(
      `UPDATE knowledge_jobs.job SET state = 'created', start_after = now() WHERE data->>'document_id' = $1`,
      [documentId],
    );
  }

  /** Whether all jobs about a document are done. */
  async isDone(documentId: string): Promise<boolean> {
    const left = await this.session.rows(
      `SELECT FROM knowledge_jobs.job WHERE data->>'document_id' = $1 AND state <> 'completed'`,
      [documentId],
    );
    return left.length === 0;
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

/** The fault that a call comes to. */
export async function faultOf(call: Promise<unknown>): Promise<FaultData> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof Fault) return outcome.data;
  throw new Error('The call did not fail with a fault.', { cause: outcome });
}

export const NOT_FOUND: FaultData = { kind: 'not_found', message: 'Not found.' };
export const FORBIDDEN: FaultData = {
  kind: 'forbidden',
  message: 'You do not have permission to perform this action.',
};

/** The fault of fields that break their rules, by their names. */
export function invalid(...names: string[]): object {
  const sentence: unknown = expect.any(String);
  const fields = Object.fromEntries(names.map((name) => [name, [sentence]]));
  return { kind: 'invalid', message: sentence, fields };
}
