import type { FaultData } from '@pks/platform/process';

/** The body of every error: `error` first, then each invalid field with its sentences (decisions 1). */
export function errorBody(fault: FaultData): Record<string, unknown> {
  const sentence = { error: fault.message };
  return { ...sentence, ...fault.details, ...fault.fields, ...sentence };
}
