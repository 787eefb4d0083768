import type { FaultData } from '@pks/platform/process';

/**
 * The body of every error: `error` first, then each invalid field with its sentences (decisions 1). A field named `error`, or like one
 * of the details, gets no key of its own, so the sentence names it.
 */
export function errorBody({ message, details = {}, fields = {} }: FaultData): Record<string, unknown> {
  const named = ['error', ...Object.keys(details)].find((name) => Object.hasOwn(fields, name));
  const sentence = { error: named === undefined ? message : `${named}: ${fields[named]?.[0] ?? message}` };
  return { ...sentence, ...details, ...fields, ...details, ...sentence };
}
