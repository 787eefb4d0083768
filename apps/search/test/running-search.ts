import 'reflect-metadata';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Jobs } from '@pks/platform';
import {
  type Environment,
  type MortalProcess,
  RunningReplicas,
  ServiceGround,
  eventually,
  runBuilt,
} from '@pks/testing';
import { keepGenerations } from '../src/indexing/generation-keeping.ts';
import { searching } from '../src/search.ts';
import { InterviewsStandIn } from './interviews-stand-in.ts';

/** Replicas of the search service, beside the knowledge service in a process of its own, and a stand-in for the interviews service. */
export class RunningSearch extends RunningReplicas {
  /** The stand-in for the interviews service. */
  interviews!: InterviewsStandIn;
  private knowledge: MortalProcess | undefined;

  static async start(replicas = 1, environment: Environment = {}): Promise<RunningSearch> {
    const folder = await mkdtemp(join(tmpdir(), 'pks-search-'));
    const folders = { BLOB_STORE: join(folder, 'blobs'), SEARCH_INDEX: join(folder, 'search') };
    const ground = await ServiceGround.open(searching, { ...folders, EMBEDDINGS: 'none', ...environment });
    const running = new RunningSearch('search', ground, folder);
    await running.startKnowledge();
    await running.startInterviews();
    await running.addReplicas(replicas);
    return running;
  }

  override async stop(): Promise<void> {
    await this.interviews.stop();
    await this.stopKnowledge();
    await super.stop();
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

  /** Starts the stand-in for the interviews service, without interviews. */
  async startInterviews(): Promise<void> {
    this.interviews = await InterviewsStandIn.on(this.natsUrl);
  }

  protected override async isSettled(): Promise<void> {
    await this.isComplete();
    await super.isSettled();
  }

  /** Waits until a search index is complete, the given one or any, and no other is being built. */
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

  /** The folder of the search index, within a folder of the test file. */
  get searchFolder(): string {
    return this.ground.env['SEARCH_INDEX'] ?? '';
  }

  /** Runs a program of the service on its database, and resolves with its output. */
  async run(program: string): Promise<string> {
    return runBuilt('search', program, this.ground.env);
  }
}
