import { wrongParameter } from '@pks/contracts';
import { Fault } from '@pks/platform/process';

/**
 * A fault in the shape of a run's errors (decisions 7), whether the gateway or the tool noticed the wrong parameter; the tool's errors
 * already have that shape.
 */
export function asErrorOfRun(fault: Fault): Fault {
  const { kind, details, message } = fault.data;
  if (kind !== 'invalid' || details?.['error_type'] !== undefined) return fault;
  const shape = { ...wrongParameter(message), status: 'error', message };
  return new Fault({ ...fault.data, details: { ...details, ...shape } });
}
