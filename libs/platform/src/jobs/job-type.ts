import { Injectable } from '@nestjs/common';
import type { MessageClass } from '@pks/contracts';

/** A kind of job: its name, which never changes, and what a job of it is about. */
export interface JobType<P extends object = object> {
  readonly name: string;
  readonly message: MessageClass<P>;
}

/** What a job of a type is about. */
export type SubjectOf<J> = J extends JobType<infer P> ? P : never;

/** A job as a worker is given it. */
export interface Job<J extends JobType = JobType> {
  /** The same at every attempt, and for the same key. */
  readonly id: string;
  /** The number of this attempt: the first is 1. */
  readonly attempt: number;
  readonly about: SubjectOf<J>;
}

/**
 * Does the jobs of a type, each at least once: whoever dies in between leaves the job to another. It looks again whether
 * there is still anything to do. What it throws has the job tried again, later each time; `GivenUp` ends it.
 */
export interface Worker<J extends JobType> {
  /** Its jobs wait as long as this process runs. */
  readonly isPaused?: boolean;
  /** Of jobs about the same, one is done for all that wait, where this says what is the same. */
  sameAs?(about: SubjectOf<J>): string;
  work(job: Job<J>): Promise<void>;
}

/** Thrown by a worker for a job that no further attempt can help. */
export class GivenUp extends Error {}

/** Names a kind of job: `job('mail', MailToSend)`. */
export function job<P extends object>(name: string, message: MessageClass<P>): JobType<P> {
  return { name, message };
}

const working = new WeakMap<object, JobType>();

/** Gives a provider the jobs of a type. */
export function Works<J extends JobType>(type: J) {
  return <T extends abstract new (...dependencies: never[]) => Worker<J>>(worker: T): void => {
    working.set(worker, type);
    Injectable()(worker);
  };
}

/** The jobs that a class does, if it does any. */
export function jobTypeOf(worker: object): JobType | undefined {
  return working.get(worker);
}
