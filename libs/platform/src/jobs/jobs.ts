import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { v5, v7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { afterCommit } from '../database/transactions.ts';
import { Unavailable } from '../errors/fault.ts';
import type { Log } from '../logging/log.ts';
import { DeletedProjects } from '../project-deletion/deleted-projects.ts';
import { FetchedJobs } from './fetched-jobs.ts';
import { JobFetching } from './job-fetching.ts';
import type { JobCounts } from './job-counts.ts';
import type { JobStore } from './job-store.ts';
import { type Assignment, type JobType, type Schedule, isSchedule } from './job-type.ts';

const RETRY_MS = 500;
/** How many workers a process has for a type, each with one job or batch at a time; a schedule has one. */
const SIDE_BY_SIDE = 2;
/** How often each worker polls by itself: the watch looks for due jobs of all workers. */
const POLL_EVERY_SECONDS = 60;
const JOB_IDS = '4a1f4c0e-6f0b-5d6e-9d52-0b1f6a7e2c11';

/** When a job is done, and its key. */
export interface JobOptions {
  /** A type has one job for a key: adding it again changes nothing for two weeks, even after the job is done. */
  readonly key: string;
  /** The job is done no earlier; by default, immediately. */
  readonly startAfter?: Date;
  /** Of waiting jobs, those with a higher priority are done first; 0 by default. */
  readonly priority?: number;
}

/** A job to add: its payload, and when it is done. */
export interface NewJob<P extends object> extends JobOptions {
  readonly payload: P;
}

/** Work that is done later or regularly: jobs, stored in the service's database until they are done. */
export class Jobs {
  private readonly works: Assignment[] = [];
  private readonly fetching = new Map<string, JobFetching>();
  private store: JobStore | undefined;
  private isOpen = false;
  private readonly stopping = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  /** Assigns the jobs of a type to a worker, which does them once `open` has resolved. */
  register(assignment: Assignment): void {
    this.works.push(assignment);
  }

  /**
   * Adds a job in the current transaction, or in one of its own: the job exists if that commits, and not otherwise.
   * @throws Unavailable before `open` has resolved, and while PostgreSQL is away.
   */
  add<P extends object>(type: JobType<P>, payload: P, options: JobOptions): Promise<void> {
    return this.addAll(type, [{ payload, ...options }]);
  }

  /** Adds several jobs, each as `add` does. */
  async addAll<P extends object>(type: JobType<P>, jobs: readonly NewJob<P>[]): Promise<void> {
    const { store } = this;
    if (!store || !this.isOpen) throw new Unavailable();
    if (jobs.length === 0) return;
    const inserted = jobs.map(({ payload, key, startAfter, priority = 0 }) => ({
      id: idOf(type, key),
      data: payload,
      priority,
      ...(startAfter === undefined ? {} : { startAfter }),
    }));
    await this.database.transaction(async () => {
      const { manager } = this.database;
      const executeSql = async (text: string, values?: unknown[]) => ({
        rows: await manager.query<object[]>(text, values),
      });
      await store.boss.insert(type.name, inserted, { db: { executeSql } });
      const later = inserted.filter((one) => 'startAfter' in one).map(({ id }) => id);
      if (later.length > 0) await store.watch.setAside(executeSql, type.name, later);
      if (later.length < inserted.length) afterCommit(() => this.wake(type.name));
    });
  }

  /**
   * Makes a run of a schedule due now, or at a time within a minute, as `add` adds a job. Changes nothing while another run waits.
   * Tests call it instead of waiting for the time of the schedule.
   */
  trigger(schedule: Schedule, startAfter?: Date): Promise<void> {
    return this.add(schedule, {}, { key: v7(), ...(startAfter === undefined ? {} : { startAfter }) });
  }

  /** Starts the workers, if there are any. Retries until it succeeds. */
  async open(): Promise<void> {
    const { signal } = this.stopping;
    if (this.works.length === 0 || signal.aborted) return;
    const store = await this.openStore();
    this.store = store;
    await this.untilDone(() => this.start(store));
    await this.untilDone(() => this.triggerAtStart(store));
  }

  /** How many jobs of each type wait, and how many failed. @throws Error while PostgreSQL is away. */
  async counts(): Promise<JobCounts[]> {
    return this.store ? this.store.counts() : [];
  }

  /** Fetches no more jobs. Those under way go on, and jobs for other processes can still be added. */
  fetchNoMore(): void {
    this.stopping.abort();
    this.fetching.forEach((fetching) => fetching.close());
    this.store?.fetchNoMore();
  }

  /** Fetches no more jobs, and finishes those under way. */
  async close(): Promise<void> {
    this.fetchNoMore();
    this.isOpen = false;
    await this.store?.close();
  }

  /** Loads the library only if there are jobs, so that other processes save its memory. */
  private async openStore(): Promise<JobStore> {
    const { JobStore } = await import('./job-store.ts');
    const types = this.works.map(({ type }) => type);
    return new JobStore(this.database.options, types, this.log);
  }

  /** Repeats a step of the start until it succeeds or this is closed. Logs a reason unless it is the same as before. */
  private async untilDone(step: () => Promise<void>): Promise<void> {
    let logged: string | undefined;
    while (!this.stopping.signal.aborted) {
      try {
        return await step();
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error);
        if (problem !== logged) this.log.warn({ problem }, 'jobs cannot start yet');
        logged = problem;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  private async start(store: JobStore): Promise<void> {
    await store.open();
    if (this.stopping.signal.aborted) return;
    for (const work of this.works) if (!work.worker.isPaused) await this.startWorkers(store.boss, work);
    store.watchDue([...this.fetching.keys()], (types) => types.forEach((type) => this.wake(type)));
    this.isOpen = true;
  }

  private async triggerAtStart(store: JobStore): Promise<void> {
    for (const due of await store.dueAtStart()) await this.trigger(due);
  }

  private async startWorkers(boss: PgBoss, work: Assignment): Promise<void> {
    const { type } = work;
    const count = isSchedule(type) ? 1 : SIDE_BY_SIDE;
    const fetched = new FetchedJobs(work, this.log, this.stopping.signal, new DeletedProjects(this.database));
    // Without a limit for groups, which are not used, the library's statement reads all jobs of the type, even done ones,
    // while PostgreSQL has no statistics of its table yet.
    const options = {
      batchSize: fetched.most,
      includeMetadata: true,
      perJobResults: true,
      pollingIntervalSeconds: POLL_EVERY_SECONDS,
      groupConcurrency: 1,
    } as const;
    const fetching = new JobFetching(work.isTogether, (id) => boss.notifyWorker(id));
    this.fetching.set(type.name, fetching);
    for (let number = 0; number < count; number += 1) {
      const id: string = await boss.work(type.name, options, (jobs: JobWithMetadata[]) =>
        fetching.while(id, jobs.length === fetched.most, () => fetched.do(jobs)),
      );
      fetching.add(id);
    }
  }

  /** Fetches jobs of a type without waiting for the next poll. */
  private wake(type: string): void {
    this.fetching.get(type)?.wake();
  }
}

function idOf({ name }: JobType, key: string): string {
  return v5(`${name} ${key}`, JOB_IDS);
}
