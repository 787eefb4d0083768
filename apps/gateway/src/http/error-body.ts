import type { FaultData } from '@pks/platform';

/** The body of every error: `error`, and each refused field with its sentences (decisions 1). */
export function errorBody(fault: FaultData): Record<string, unknown> {
  return { ...fault.details, ...fault.fields, error: fault.message };
}
