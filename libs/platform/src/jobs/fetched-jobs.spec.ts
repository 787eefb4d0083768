import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Text, Uuid } from '@pks/contracts';
import { silentLog } from '@pks/testing';
import type { JobWithMetadata } from 'pg-boss';
import { capturedLog } from '../../test/fixtures/captured-log.ts';
import { FetchedJobs } from './fetched-jobs.ts';
import { type BatchWorker, GivenUp, type Job, type JobType, NotYet, job } from './job-type.ts';

class Errand {
  @Text()
  readonly what!: string;
}
const errand: JobType = job('errand', Errand);

/** Fails at several jobs together, and does single ones as `onDone` specifies. */
class Clerk implements BatchWorker<JobType> {
  readonly done: string[] = [];

  constructor(private readonly onDone: (what: string) => void) {}

  async work(jobs: readonly Job[]): Promise<void> {
    const [{ payload } = { payload: {} }, ...others] = jobs;
    if (others.length > 0) throw new Error('not together');
    const { what } = payload as Errand;
    this.done.push(what);
    this.onDone(what);
  }
}

/** What the library gives to the jobs that it fetches together. */
const { signal } = new AbortController();

/** What the library says of each job. */
const TERMS = { retryCount: 0, retryLimit: 3, expireInSeconds: 300 };

const fetchedWith = (signal: AbortSignal): JobWithMetadata[] =>
  ['a', 'b', 'c'].map((what) => ({ ...TERMS, id: what, data: { what }, signal }) as JobWithMetadata);

const NONE_DELETED = { among: async () => [] };

/** The jobs that were done, and the results of all, with `onDone` called for each. */
async function outcomeOf(
  onDone: (what: string) => void,
  { stopping = new AbortController(), fetched = fetchedWith(signal) } = {},
): Promise<object> {
  const worker = new Clerk(onDone);
  const assignment = { type: errand, worker, isTogether: true } as const;
  const jobs = new FetchedJobs(assignment, silentLog(), stopping.signal, NONE_DELETED);
  const results = await jobs.do(fetched);
  return { done: worker.done, statuses: results.map(({ id, status }) => `${id} ${String(status)}`) };
}

describe('jobs that are the same', () => {
  /** The statuses of a job at its last attempt and of one at its first, if they are the same job. */
  async function statusesOf(work: () => Promise<void>, retryCounts = [3, 0]): Promise<readonly unknown[]> {
    const worker = { sameAs: () => 'the same', work };
    const jobs = new FetchedJobs(
      { type: errand, worker, isTogether: false },
      silentLog(),
      new AbortController().signal,
      NONE_DELETED,
    );
    const same = retryCounts.map(
      (retryCount) =>
        ({ ...TERMS, id: `${retryCount}`, data: { what: 'a' }, retryCount, signal }) as JobWithMetadata,
    );
    return (await jobs.do(same)).map(({ status }) => status);
  }

  it('are all completed by the first, and all given up with it', async () => {
    expect(await statusesOf(() => Promise.resolve())).toEqual(['completed', 'completed']);
    const givenUp = () => Promise.reject(new GivenUp('never'));
    expect(await statusesOf(givenUp, [0, 3])).toEqual(['deadletter', 'deadletter']);
    expect(await statusesOf(givenUp, [3, 0])).toEqual(['deadletter', 'deadletter']);
  });

  it('fail each by its own number of attempts', async () => {
    const fails = () => Promise.reject(new Error('away'));
    expect(await statusesOf(fails)).toEqual(['deadletter', 'failed']);
    expect(await statusesOf(fails, [0, 3])).toEqual(['failed', 'deadletter']);
  });
});

describe('a job that fails', () => {
  class Upkeep {
    @Uuid()
    readonly project_id!: string;
  }
  const [project_id, deleted] = [randomUUID(), { among: async (ids: readonly string[]) => [...ids] }];

  /** The levels at which a failure of a project's job is logged. */
  async function levelsOf(
    error: Error,
    projects: typeof NONE_DELETED | typeof deleted,
    retryCount = 1,
  ): Promise<unknown[]> {
    const worker = { work: () => Promise.reject(error) };
    const { log, lines } = capturedLog();
    const assignment = { type: job('upkeep', Upkeep), worker, isTogether: false } as const;
    const jobs = new FetchedJobs(assignment, log, new AbortController().signal, projects);
    const fetched = { ...TERMS, id: 'a', data: { project_id }, retryCount, signal };
    await jobs.do([fetched as unknown as JobWithMetadata]);
    return lines.map(({ level }) => level);
  }

  it('is a warning, but for one of a project that was deleted meanwhile', async () => {
    expect(await levelsOf(new Error('not found'), NONE_DELETED)).toEqual([40]);
    expect(await levelsOf(new Error('not found'), deleted)).toEqual([30]);
    expect(await levelsOf(new GivenUp('never'), deleted)).toEqual([30]);
  });

  it('because another one is in its way is not logged until it is given up', async () => {
    expect(await levelsOf(new NotYet('another one'), NONE_DELETED)).toEqual([]);
    expect(await levelsOf(new NotYet('another one'), NONE_DELETED, 3)).toEqual([40]);
  });
});

describe('a job that lasts', () => {
  it('learns that its time is over early enough to count as done', async () => {
    const worker = {
      work: async ({ signal }: Job) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return { signalledOnly: !time.signal.aborted };
      },
    };
    const time = new AbortController();
    const jobs = new FetchedJobs(
      { type: errand, worker, isTogether: false },
      silentLog(),
      new AbortController().signal,
      NONE_DELETED,
    );
    const fetched = { ...TERMS, id: 'a', data: { what: 'a' }, expireInSeconds: 16, signal: time.signal };
    expect(await jobs.do([fetched as unknown as JobWithMetadata])).toEqual([
      { id: 'a', status: 'completed', output: { signalledOnly: true } },
    ]);
  });
});

describe('jobs that were fetched together and are done one by one', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('are all done while there is time', async () => {
    expect(await outcomeOf(() => undefined)).toEqual({
      done: ['a', 'b', 'c'],
      statuses: ['a completed', 'b completed', 'c completed'],
    });
  });

  const SOME = { done: ['a', 'b'], statuses: ['a completed', 'b completed', 'c failed'] };

  it('are left to another process once this one stops, those that are done being done', async () => {
    const stopping = new AbortController();
    const outcome = await outcomeOf((what) => what === 'b' && stopping.abort(), { stopping });
    expect(outcome).toEqual(SOME);
  });

  it('are left for later once the library says that their time is over', async () => {
    const time = new AbortController();
    const fetched = fetchedWith(time.signal);
    expect(await outcomeOf((what) => what === 'b' && time.abort(), { fetched })).toEqual(SOME);
  });

  it('are left for later before all of them count as failed', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    expect(await outcomeOf(() => (now += 100_000))).toEqual(SOME);
  });
});
