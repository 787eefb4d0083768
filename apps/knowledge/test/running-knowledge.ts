import 'reflect-metadata';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Caller, RequestOf, Rpc } from '@pks/contracts';
import type { FaultData } from '@pks/platform';
import { type Environment, type MortalProcess, RunningReplicas, ServiceGround, aCall } from '@pks/testing';
import { knowledge } from '../src/knowledge.ts';

/** Replicas of the knowledge service, optionally beside the search service. */
export class RunningKnowledge extends RunningReplicas {
  private search: MortalProcess | undefined;

  static async start(replicas = 1, environment: Environment = {}): Promise<RunningKnowledge> {
    const folder = await mkdtemp(join(tmpdir(), 'pks-knowledge-'));
    const blobs = { BLOB_STORE: join(folder, 'blobs') };
    const ground = await ServiceGround.open(knowledge, { ...blobs, ...environment });
    const running = new RunningKnowledge('knowledge', ground, folder);
    await running.addReplicas(replicas);
    return running;
  }

  /** Starts replicas beside the search service, which reads documents. */
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

  override async stop(): Promise<void> {
    await this.search?.kill();
    await super.stop();
  }

  /** Makes a call that is for services as a user. */
  readonly callAsUser = <R extends Rpc>(rpc: R, request: RequestOf<R>, caller: Caller): Promise<unknown> =>
    this.ground.bus.client.call(rpc, request, aCall(caller));

  protected override get jobs(): readonly string[] {
    return [...super.jobs, ...(this.search ? ['search_jobs.job'] : [])];
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
