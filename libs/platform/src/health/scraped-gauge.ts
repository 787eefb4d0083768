import { Gauge, type Registry } from 'prom-client';

/** How long to wait for a gauge: a client gives up the whole page after a while (Prometheus after 10 s). Milliseconds. */
const READ_MS = 2_000;

/** The name of a gauge, its description, and its labels. */
export interface GaugeNames {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
}

/**
 * Adds a gauge whose values are read when metrics are requested. Values that cannot be read, or not within 2 s, are left out. While a
 * read is running, no other is begun.
 */
export function addScrapedGauge(
  registry: Registry,
  { name, help, labelNames = [] }: GaugeNames,
  read: (gauge: Gauge) => Promise<void>,
): void {
  // A gauge without labels would be 0 after a reset.
  const leaveOut = (): void => (labelNames.length > 0 ? gauge.reset() : gauge.remove());
  const readOnce = sharedWhileUnderWay(() => read(gauge));
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    collect: () => inTime(readOnce()).catch(leaveOut),
  });
}

/** Shares one read among all who ask while it runs, such as the gauges of one request for metrics. */
export function sharedWhileUnderWay<T>(read: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => (underWay ??= read().finally(() => (underWay = undefined)));
}

/** Resolves once the values are read. @throws Error if that takes too long. */
function inTime(reading: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('A gauge was not read in time.')), READ_MS);
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}
