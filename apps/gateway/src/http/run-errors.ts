import { wrongParameter } from '@pks/contracts';
import { Fault } from '@pks/platform/process';

/**
 * A fault in the shape of the errors of runs (decisions 7), whoever noticed that what was sent is wrong: the gateway or the tool, whose
 * errors have it already.
 */
export function asErrorOfRun(fault: Fault): Fault {
  const { kind, details, message } = fault.data;
  if (kind !== 'invalid' || details?.['error_type'] !== undefined) return fault;
  const shape = { ...wrongParameter(message), status: 'error', message };
  return new Fault({ ...fault.data, details: { ...details, ...shape } });
}
