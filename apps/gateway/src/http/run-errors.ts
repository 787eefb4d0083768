import { Fault } from '@pks/platform/process';

/** What an error of a run says beside its sentence, where a rule of the body is broken that holds for every tool (decisions 7). */
const WRONG_BODY = {
  error_type: 'validation_error',
  error_code: 'invalid_parameter',
  status: 'error',
} as const;

/** A fault in the shape of the errors of runs, whoever noticed that what was sent is wrong: the gateway or the tool. */
export function asErrorOfRun(fault: Fault): Fault {
  const { kind, details, message } = fault.data;
  if (kind !== 'invalid' || details) return fault;
  return new Fault({ ...fault.data, details: { ...WRONG_BODY, message } });
}
