import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import { v5 } from 'uuid';
import type { Database } from '../database/database.ts';
import { afterCommit } from '../database/transactions.ts';
import { Unavailable } from '../errors/fault.ts';
import type { Log } from '../logging/log.ts';
import { parserOf } from '../validation/parser.ts';
import type { JobStore } from './job-store.ts';
import { GivenUp, type JobType, type Worker } from './job-type.ts';

const RETRY_MS = 500;
/** Jobs of a type that a process does at a time. */
const SIDE_BY_SIDE = 2;
/** Jobs that are taken at a time, of a type of which one may be done for several. */
const TAKEN_TOGETHER = 100;
/** Jobs whose time has come are looked for so often. */
const LOOK_EVERY_SECONDS = 2;
const JOB_IDS = '4a1f4c0e-6f0b-5d6e-9d52-0b1f6a7e2c11';

/** When a job is done, and what makes it the same job. */
export interface JobOptions {
  /** There is one job of a type and key: adding it again changes nothing, also once it is done, for two weeks. */
  readonly key: string;
  /** Not before; without it, at once. */
  readonly startAfter?: Date;
  /** Of jobs that wait, those with more of it are done first; 0 without it. */
  readonly priority?: number;
}

/** A job to be added: what it is about, and when it is done. */
export interface NewJob<P extends object> extends JobOptions {
  readonly about: P;
}

interface Work {
  readonly type: JobType;
  readonly worker: Worker<JobType>;
}

/** What happens at a time: jobs, kept in the service's database until they are done. */
export class Jobs {
  private readonly works: Work[] = [];
  private readonly workers = new Map<string, string[]>();
  private store: JobStore | undefined;
  private isOpen = false;
  private closing = false;

  constructor(
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  /** Has the jobs of a type done by a worker, once `open` has resolved. */
  register(type: JobType, worker: Worker<JobType>): void {
    this.works.push({ type, worker });
  }

  /**
   * Adds a job in the transaction under way, or in one of its own: the job is there if that commits, and not otherwise.
   * @throws Unavailable before `open` has resolved, and when PostgreSQL is away.
   */
  add<P extends object>(type: JobType<P>, about: P, options: JobOptions): Promise<void> {
    return this.addAll(type, [{ about, ...options }]);
  }

  /** Adds several at once, as `add` does each. */
  async addAll<P extends object>(type: JobType<P>, jobs: readonly NewJob<P>[]): Promise<void> {
    const boss = this.store?.boss;
    if (!boss || !this.isOpen) throw new Unavailable();
    if (jobs.length === 0) return;
    const inserted = jobs.map(({ about, key, startAfter, priority = 0 }) => ({
      id: idOf(type, key),
      data: about,
      priority,
      ...(startAfter === undefined ? {} : { startAfter }),
    }));
    await this.database.transaction(async () => {
      const { manager } = this.database;
      const executeSql = async (text: string, values?: unknown[]) => ({
        rows: await manager.query<object[]>(text, values),
      });
      await boss.insert(type.name, inserted, { db: { executeSql } });
      if (jobs.some(({ startAfter }) => startAfter === undefined)) afterCommit(() => this.wake(type));
    });
  }

  /** Begins to do jobs, if there is anybody to do any. Tries until it can. */
  async open(): Promise<void> {
    if (this.works.length === 0 || this.closing) return;
    this.store = await this.openStore();
    let told: string | undefined;
    while (!this.closing && !this.isOpen) {
      const problem = await this.tryBegin(this.store);
      if (problem === undefined) return;
      if (problem !== told) this.log.warn({ problem }, 'jobs cannot be done yet');
      told = problem;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  /** Takes no more, and finishes what is worked on. */
  async close(): Promise<void> {
    this.closing = true;
    this.isOpen = false;
    await this.store?.close();
  }

  /** The library is loaded where there are jobs: other processes do without its memory. */
  private async openStore(): Promise<JobStore> {
    const { JobStore } = await import('./job-store.ts');
    return new JobStore(this.database.options, this.log);
  }

  private async tryBegin(store: JobStore): Promise<string | undefined> {
    try {
      await this.begin(store);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  private async begin(store: JobStore): Promise<void> {
    await store.open(this.works.map(({ type }) => type.name));
    if (this.closing) return;
    for (const work of this.works) if (!work.worker.isPaused) await this.employ(store.boss, work);
    this.isOpen = true;
  }

  private async employ(boss: PgBoss, work: Work): Promise<void> {
    const { type, worker } = work;
    const options = {
      batchSize: worker.sameAs ? TAKEN_TOGETHER : 1,
      includeMetadata: true,
      perJobResults: true,
      pollingIntervalSeconds: LOOK_EVERY_SECONDS,
    } as const;
    const ids = [];
    for (let number = 0; number < SIDE_BY_SIDE; number += 1) {
      const id: string = await boss.work(type.name, options, async (jobs: JobWithMetadata[]) => {
        const results = [];
        for (const same of groupsOf(jobs, worker)) results.push(...(await this.attemptOnce(work, same)));
        boss.notifyWorker(id);
        return results;
      });
      ids.push(id);
    }
    this.workers.set(type.name, ids);
  }

  /** Does the first of jobs that are about the same: what comes of it is what comes of each. */
  private async attemptOnce(
    work: Work,
    [first, ...others]: readonly [JobWithMetadata, ...JobWithMetadata[]],
  ): Promise<JobResult[]> {
    const result = await this.attempt(work, first);
    return [result, ...others.map(({ id }) => ({ ...result, id }))];
  }

  private async attempt({ type, worker }: Work, job: JobWithMetadata): Promise<JobResult> {
    const { id, data, retryCount, retryLimit } = job;
    const attempt = retryCount + 1;
    try {
      await worker.work({ id, attempt, about: parserOf(type.message).parse(data) });
      return { id, status: 'completed' };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const ended = error instanceof GivenUp || attempt > retryLimit;
      const what = ended ? 'a job failed for good' : 'a job failed; it is tried again';
      this.log.warn({ job: type.name, job_id: id, attempt, reason }, what);
      return { id, status: ended ? 'deadletter' : 'failed', output: { reason } };
    }
  }

  /** Looks for jobs of a type at once. */
  private wake({ name }: JobType): void {
    for (const id of this.workers.get(name) ?? []) this.store?.boss.notifyWorker(id);
  }
}

/** Jobs that are about the same, in the order in which they were taken. */
function groupsOf(
  jobs: readonly JobWithMetadata[],
  worker: Worker<JobType>,
): (readonly [JobWithMetadata, ...JobWithMetadata[]])[] {
  const groups = new Map<string, readonly [JobWithMetadata, ...JobWithMetadata[]]>();
  for (const job of jobs) {
    const key = worker.sameAs?.(job.data) ?? job.id;
    groups.set(key, [...(groups.get(key) ?? []), job] as const);
  }
  return [...groups.values()];
}

function idOf({ name }: JobType, key: string): string {
  return v5(`${name} ${key}`, JOB_IDS);
}
