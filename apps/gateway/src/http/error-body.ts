import type { FaultData } from '@pks/platform/process';

/**
 * The body of every error: `error` first, then each invalid field with its sentences (decisions 1). A field of that very name has no
 * key of its own, so the sentence names it.
 */
export function errorBody(fault: FaultData): Record<string, unknown> {
  const [named] = fault.fields?.['error'] ?? [];
  const sentence = { error: named === undefined ? fault.message : `error: ${named}` };
  return { ...sentence, ...fault.details, ...fault.fields, ...sentence };
}
