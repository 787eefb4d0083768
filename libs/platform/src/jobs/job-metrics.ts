import type { Registry } from 'prom-client';
import { addScrapedGauge, sharedWhileUnderWay } from '../health/scraped-gauge.ts';
import type { JobCounts } from './job-counts.ts';

const GAUGES = {
  jobs_waiting: ['Jobs that are due, and were not begun.', 'waiting'],
  jobs_oldest_due_seconds: ['For how long the oldest job that is due has been.', 'oldestDue'],
  jobs_to_retry: ['Jobs that failed, and will be retried.', 'retried'],
  jobs_failed: ['Jobs that were given up, and are still kept.', 'failed'],
} as const satisfies Record<string, readonly [help: string, value: keyof JobCounts]>;

/** Metrics of jobs, by their types. They are read together, when metrics are requested. */
export function watchJobs(
  registry: Registry,
  jobs: { readonly counts: () => Promise<readonly JobCounts[]> },
): void {
  const read = sharedWhileUnderWay(() => jobs.counts());
  for (const [name, [help, value]] of Object.entries(GAUGES))
    addScrapedGauge(registry, { name, help, labelNames: ['job'] }, async (gauge) => {
      for (const counts of await read()) gauge.set({ job: counts.job }, counts[value]);
    });
}
