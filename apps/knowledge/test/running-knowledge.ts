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
  silentLog,
  startOwnNats,
} from '@pks/testing';
import { KnowledgeConfig } from '../src/knowledge.config.ts';
import { knowledgeSchema } from '../src/knowledge.database.ts';
import { knowledge } from '../src/knowledge.ts';
import { TestDocuments } from './test-documents.ts';
import { TestProject } from './test-project.ts';

/** What a client sends: fields may be missing, wrong, or unknown. */
export type Fields = Readonly<Record<string, unknown>>;

type Environment = Readonly<Record<string, string>>;

/** Replicas of the knowledge service in this process, with a database and a bus of the test file's own. */
export class RunningKnowledge {
  private constructor(
    private readonly bus: TestBus,
    /** A session with the database beside the service's own. */
    readonly session: DatabaseSession,
    /** Where the files are, in a folder of the test file's own. */
    readonly blobFolder: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(replicas = 1, environment: Environment = {}): Promise<RunningKnowledge> {
    const [clone, nats] = [await cloneDatabase(knowledgeSchema), await startOwnNats()];
    const folder = await mkdtemp(join(tmpdir(), 'pks-blobs-'));
    const bases = { NATS_URL: nats.url, DATABASE_URL: clone.url, BLOB_STORE: folder };
    const own = { ...bases, CALLER_SECRET: TEST_SECRET };
    const config = loadConfig(KnowledgeConfig, { ...own, ...environment });
    const services = await Promise.all(
      Array.from({ length: replicas }, () => startService(knowledge, config, silentLog())),
    );
    await Promise.all(services.map(({ ready }) => ready));
    const [bus, session] = [await connectTestBus(nats.url), await openSession(clone.url)];
    return new RunningKnowledge(bus, session, folder, async () => {
      await Promise.all([bus.close(), session.close()]);
      await Promise.all(services.map((service) => service.stop()));
      await Promise.all([clone.drop(), nats.stop(), rm(folder, { recursive: true })]);
    });
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
