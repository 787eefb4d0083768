import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  type Caller,
  type Contract,
  type DocumentFile,
  type JsonObject,
  type ServiceName,
  type ToolType,
  documents,
  standings,
  toolRuns,
  tools,
} from '@pks/contracts';
import { BusServer, FolderBlobStore, NotFound, type Service, SystemClock } from '@pks/platform';
import { type TestBus, type TestedService, runningService, silentLog, standInService } from '@pks/testing';
import { v7 } from 'uuid';
import { agents } from '../src/agents.ts';

/** The agents service with the files of documents, and stand-ins for the identity and knowledge services. */
export interface RunningDataAgents extends TestedService {
  /** Runs the project's own tool of a type. */
  runTool(type: ToolType, parameters: JsonObject, caller: Caller): Promise<readonly JsonObject[]>;
  /** Adds a document to the caller's project; returns its id. */
  addDocument(caller: Caller, content: string | null, file?: Partial<DocumentFile>): Promise<string>;
}

/** Starts the agents service. */
export async function runningDataAgents(): Promise<RunningDataAgents> {
  const folder = await mkdtemp(join(tmpdir(), 'pks-documents-'));
  const blobs = await FolderBlobStore.openWritable(folder);
  const tested = await runningService(agents, { env: { BLOB_STORE: folder } });
  const files = new Map<string, DocumentFile>();
  await standInOn(tested.bus, 'identity', standings, {
    of: async () => ({
      project_name: 'Alpha',
      artifact_publish_mode: 'manual_publish' as const,
      permissions: [],
    }),
  });
  const reading = { subject: documents.subject, calls: { file: documents.calls.file } };
  await standInOn(tested.bus, 'knowledge', reading, {
    file: async ({ project_id, document_id }, caller) => {
      const file = caller.project?.id === project_id && files.get(`${project_id} ${document_id}`);
      if (!file) throw new NotFound();
      return file;
    },
  });
  return {
    ...tested,
    runTool: async (tool_type, parameters, caller) => {
      const inProject = { project_id: caller.project?.id };
      const { results } = await tested.call(tools.calls.list, { ...inProject, tool_type }, caller);
      return tested.call(toolRuns.calls.run, { ...inProject, tool_id: results[0]?.id, parameters }, caller);
    },
    addDocument: async (caller, content, overrides = {}) => {
      const [id, blob_key] = [v7(), v7()];
      const file = { name: 'sales.csv', content_type: 'text/csv', file_size: 0, digest: '', blob_key };
      files.set(`${caller.project?.id} ${id}`, { ...file, ...overrides });
      if (content !== null) await blobs.put(blob_key, Readable.from([Buffer.from(content)]));
      return id;
    },
    stop: async () => {
      await tested.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Serves a contract of another service, with the checks that each service makes. */
async function standInOn<C extends Contract>(
  { connection, seal }: TestBus,
  queue: ServiceName,
  contract: C,
  handlers: Service<C>,
): Promise<void> {
  const options = { queue, deadlineMs: 60_000, concurrency: 50, queued: 50 };
  const server = new BusServer({ connection, seal, clock: new SystemClock(), log: silentLog() }, options);
  await (await standInService(contract, handlers, server)).listen();
}
