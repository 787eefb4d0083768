import { Gauge, type Registry } from 'prom-client';

/** The name of a gauge, its description, and its labels. */
export interface GaugeNames {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
}

/** Adds a gauge whose values are read when metrics are requested. Values that cannot be read at the moment are left out. */
export function addScrapedGauge(
  registry: Registry,
  { name, help, labelNames = [] }: GaugeNames,
  read: (gauge: Gauge) => Promise<void>,
): void {
  // A gauge without labels is 0 when it is reset.
  const leaveOut = (): void => (labelNames.length > 0 ? gauge.reset() : gauge.remove());
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    collect: () => read(gauge).catch(leaveOut),
  });
}

/** Reads once for all who ask meanwhile, as the gauges of one request for metrics do. */
export function sharedWhileUnderWay<T>(read: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => (underWay ??= read().finally(() => (underWay = undefined)));
}
