import type { JobResult, JobWithMetadata } from 'pg-boss';
import { inProject, projectNamedIn } from '../calls/project-scope.ts';
import { storableReason } from '../database/values.ts';
import { Unavailable } from '../errors/fault.ts';
import type { Log } from '../logging/log.ts';
import type { DeletedProjects } from '../project-deletion/deleted-projects.ts';
import { type Assignment, GivenUp, type Job, type JobOutput, NotYet } from './job-type.ts';

/** How many jobs are fetched at a time, of a type whose jobs are done together. */
const DONE_TOGETHER = 1_000;
/** The same for a type of which one job may be done for several. */
const DONE_ONCE = 100;
/** Half of the time that jobs fetched together have: after all of it, even those that are done would count as failed. Milliseconds. */
const ONE_BY_ONE_MS = 150_000;
/** How long before the end of their time jobs learn of it: what ends later counts as failed, whatever it did. Milliseconds. */
const ENDING_MS = 15_000;

/** Jobs that are the same, in the order in which they were fetched. */
type Same = readonly [JobWithMetadata, ...JobWithMetadata[]];

/** Does the jobs of a type that were fetched together. Each has a result of its own. */
export class FetchedJobs {
  constructor(
    private readonly assignment: Assignment,
    private readonly log: Log,
    private readonly stopping: AbortSignal,
    private readonly deleted: Pick<DeletedProjects, 'among'>,
  ) {}

  /** How many jobs are fetched at a time. */
  get most(): number {
    const { isTogether, worker } = this.assignment;
    if (isTogether) return DONE_TOGETHER;
    return worker.sameAs ? DONE_ONCE : 1;
  }

  /**
   * Does the first of jobs that are the same: its result is the result of each, except that each is given up after its own number of
   * attempts. Jobs whose turn does not come in time, or before the process stops, fail with nothing done.
   */
  async do(fetched: readonly JobWithMetadata[]): Promise<JobResult[]> {
    const begun = performance.now();
    const signal = this.signalOf(fetched);
    const groups = this.groupsOf(fetched);
    const done = await this.doTogether(
      groups.map(([first]) => first),
      signal,
    );
    const results: JobResult[] = [];
    for (const same of groups) {
      const isOver = signal.aborted || performance.now() - begun > ONE_BY_ONE_MS;
      const alone = () => (isOver && results.length > 0 ? same.map(postponed) : this.doAlone(same, signal));
      results.push(...(done.has(same[0].id) ? same.map((one) => completed(one)) : await alone()));
    }
    return results;
  }

  /**
   * The ids of the jobs that were done together. Empty if that fails: each job then has to be done alone, as has each job
   * that was attempted before.
   */
  private async doTogether(
    jobs: readonly JobWithMetadata[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const { isTogether, worker, type } = this.assignment;
    const first = jobs.filter(({ retryCount }) => retryCount === 0);
    if (!isTogether || first.length < 2) return new Set();
    try {
      const together = first.map((job) => this.read(job, signal));
      await inProject(null, () => worker.work(together));
      return new Set(first.map(({ id }) => id));
    } catch (error) {
      this.log.debug({ err: error, job: type.name }, 'jobs are done each alone');
      return new Set();
    }
  }

  private async doAlone(same: Same, signal: AbortSignal): Promise<JobResult[]> {
    const [first, ...others] = same;
    try {
      const job = this.read(first, signal);
      const output = await inProject(projectNamedIn(job.payload), () => this.work(job));
      return same.map((one) => completed(one, output));
    } catch (error) {
      const isVoid = await this.isVoid(first);
      return [
        this.failed(first, error, { isVoid }),
        ...others.map((other) => this.failed(other, error, { isLogged: false, isVoid })),
      ];
    }
  }

  /** Whether the job's project is deleted: work under way may then miss half of what it needs. */
  private async isVoid({ data }: JobWithMetadata): Promise<boolean> {
    const project = projectNamedIn(data);
    if (project === null) return false;
    return (await this.deleted.among([project]).catch(() => [])).length > 0;
  }

  /** A job that is given up is always logged. */
  private failed(
    { id, retryCount, retryLimit }: JobWithMetadata,
    error: unknown,
    { isLogged = true, isVoid }: { readonly isLogged?: boolean; readonly isVoid: boolean },
  ): JobResult {
    const attempt = retryCount + 1;
    const reason = storableReason(error);
    const ended = error instanceof GivenUp || attempt > retryLimit;
    const what = ended ? 'job failed permanently' : 'job failed, will be retried';
    // A first failure while another service was starting or away says nothing about the job; if it goes on, it is worth a look.
    const isEarly = !ended && attempt === 1 && error instanceof Unavailable;
    const { name } = this.assignment.type;
    const isNews = isLogged && !(error instanceof NotYet);
    if (isNews || ended)
      this.log[isEarly || isVoid ? 'info' : 'warn']({ job: name, job_id: id, attempt, reason }, what);
    return { id, status: ended ? 'deadletter' : 'failed', output: { reason } };
  }

  private async work(job: Job): Promise<JobOutput | undefined> {
    const { isTogether, worker } = this.assignment;
    if (!isTogether) return (await worker.work(job)) ?? undefined;
    await worker.work([job]);
    return undefined;
  }

  /** @throws Invalid if the payload is not that of the type. */
  private read({ id, data, retryCount }: JobWithMetadata, signal: AbortSignal): Job {
    return { id, attempt: retryCount + 1, payload: this.assignment.type.read(data), signal };
  }

  /** The jobs that were fetched together have the same time, after which the library aborts their signal and lets them be fetched again. */
  private signalOf([first]: readonly JobWithMetadata[]): AbortSignal {
    if (!first) return this.stopping;
    const ending = AbortSignal.timeout(Math.max(0, first.expireInSeconds * 1_000 - ENDING_MS));
    return AbortSignal.any([this.stopping, first.signal, ending]);
  }

  private groupsOf(jobs: readonly JobWithMetadata[]): readonly Same[] {
    const groups = new Map<string, Same>();
    for (const job of jobs) {
      const key = this.assignment.worker.sameAs?.(job.data) ?? job.id;
      groups.set(key, [...(groups.get(key) ?? []), job] as const);
    }
    return [...groups.values()];
  }
}

/** The result of a job that this process or another one does soon. */
function postponed({ id }: JobWithMetadata): JobResult {
  return { id, status: 'failed', output: { reason: 'Its turn did not come.' } };
}

function completed({ id }: JobWithMetadata, output?: JobOutput): JobResult {
  return { id, status: 'completed', ...(output ? { output } : {}) };
}
