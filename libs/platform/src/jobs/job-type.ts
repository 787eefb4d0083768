import { Injectable } from '@nestjs/common';
import type { MessageClass } from '@pks/contracts';
import { parserOf } from '../validation/parser.ts';

/** A kind of job: its name, which never changes, and the payload of its jobs. */
export interface JobType<P extends object = object> {
  readonly name: string;
  /** Validates a stored payload. @throws Invalid */
  read(stored: object): P;
}

/** Recurring work. A run of it has no payload. */
export interface Schedule extends JobType {
  /** When a run is due, as a cron expression in UTC. */
  readonly cron: string;
  /** Whether a run is also due when a process starts. */
  readonly atStart: boolean;
  /** Whether a run is due when a process starts and no run was completed for a day. */
  readonly catchesUp: boolean;
}

/** When a run of a schedule is due, in addition to its times. */
export type ScheduleOptions = Partial<Pick<Schedule, 'atStart' | 'catchesUp'>>;

/** The payload of a type's jobs. */
export type JobPayload<J> = J extends JobType<infer P> ? P : never;

/** A job as its worker receives it. */
export interface Job<J extends JobType = JobType> {
  /** The same for every attempt, and for the same key. */
  readonly id: string;
  /** The number of this attempt: the first is 1. */
  readonly attempt: number;
  readonly payload: JobPayload<J>;
  /**
   * Aborted when the process stops, and shortly before the time of a job (5 minutes; an hour for a run of a schedule) is over, from when on
   * it may be done elsewhere: long work should end early. It leaves the rest to the next run if that is soon due, else it throws `NotYet`
   * (`assertTimeLeft`), so that another attempt does it. What it has done by then should not have to be done again.
   */
  readonly signal: AbortSignal;
}

/** What a job reports about its outcome, stored in the `output` of its row for as long as the job is kept. Never a secret. */
export type JobOutput = Readonly<Record<string, unknown>>;

/**
 * Does the jobs of a type, each at least once: when a process dies, another takes over its jobs. So a worker first checks
 * whether there is still anything to do. A job whose worker throws is retried, later each time; `GivenUp` ends it.
 */
export interface Worker<J extends JobType> {
  /** Whether its jobs wait as long as this process runs. */
  readonly isPaused?: boolean;
  /** Of waiting jobs with the same result of this method, one is done for all. */
  sameAs?(payload: JobPayload<J>): string;
  /** Resolves once the job is done, with its output if that is worth knowing. */
  work(job: Job<J>): Promise<void> | Promise<JobOutput>;
}

/**
 * Does the jobs of a type: all that wait, of any projects, together; under no load each alone. It runs in no project: work on a
 * project runs `inProject`. If it throws, each job is done alone, so that one that fails harms no other. So is a job that was
 * attempted before, because it may be what ended the process. Otherwise like a `Worker`.
 */
export interface BatchWorker<J extends JobType> {
  /** Whether its jobs wait as long as this process runs. */
  readonly isPaused?: boolean;
  /** Of waiting jobs with the same result of this method, one is done for all. */
  sameAs?(payload: JobPayload<J>): string;
  work(jobs: readonly Job<J>[]): Promise<void>;
}

/** A worker, and the type of its jobs. */
export type Assignment =
  | { readonly type: JobType; readonly worker: Worker<JobType>; readonly isTogether: false }
  | { readonly type: JobType; readonly worker: BatchWorker<JobType>; readonly isTogether: true };

/**
 * More failures, which take almost a week, are final where somebody waits for the outcome: the worker records it, and gives the job up. A job
 * has 25 attempts after these, in case that fails, too.
 */
export const MOST_FAILURES = 150;

/** Thrown by a worker for a job that no further attempt can help. */
export class GivenUp extends Error {}

/** Thrown by a worker if another job is in the way, or the job takes more than an attempt: the job is retried like any that failed, and nothing is logged. */
export class NotYet extends Error {}

/** Called between the steps of long work. @throws NotYet once the signal of its job is aborted. */
export function assertTimeLeft(signal: AbortSignal): void {
  if (signal.aborted) throw new NotYet('The process stops, or the time of the job is over.');
}

/** Declares a kind of job: `job('mail', MailToSend)`. */
export function job<P extends object>(name: string, message: MessageClass<P>): JobType<P> {
  return { name, read: (stored) => parserOf(message).parse(stored) };
}

/**
 * Declares recurring work: `schedule('drop-old-mails', '0 * * * *')`, at most once a minute. Each time it is due it runs once, on
 * one of the replicas; while a run lasts, no other begins. A time at which no process runs is skipped; daily work should be
 * declared with `catchesUp`, which runs it at the next start, because an installation may be off at that time every day.
 */
export function schedule(
  name: string,
  cron: string,
  { atStart = false, catchesUp = false }: ScheduleOptions = {},
): Schedule {
  return { name, cron, atStart, catchesUp, read: () => ({}) };
}

/** Whether a kind of job is recurring work. */
export function isSchedule(type: JobType): type is Schedule {
  return 'cron' in type;
}

const working = new WeakMap<object, Pick<Assignment, 'type' | 'isTogether'>>();

/** Assigns the jobs of a type, or the runs of a schedule, to a provider. */
export function Works<J extends JobType>(type: J) {
  return <T extends abstract new (...dependencies: never[]) => Worker<J>>(worker: T): void =>
    assign(worker, { type, isTogether: false });
}

/** Assigns the jobs of a type to a provider that does several together. */
export function WorksTogether<J extends JobType>(type: J) {
  return <T extends abstract new (...dependencies: never[]) => BatchWorker<J>>(worker: T): void =>
    assign(worker, { type, isTogether: true });
}

function assign(
  worker: abstract new (...dependencies: never[]) => object,
  assigned: Pick<Assignment, 'type' | 'isTogether'>,
): void {
  working.set(worker, assigned);
  Injectable()(worker);
}

/** A provider with the jobs that are assigned to its class; undefined if there are none. */
export function assignmentOf(metatype: object, instance: unknown): Assignment | undefined {
  const assigned = working.get(metatype);
  return assigned && ({ ...assigned, worker: instance } as Assignment);
}
