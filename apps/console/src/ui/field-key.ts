import { ApiError } from '@pks/client';

/**
 * The key under which an error names a field: the field's own, or that of its first part, such as `topics.0.title`.
 */
export function keyIn(error: unknown, field: string): string {
  const keys = error instanceof ApiError ? Object.keys(error.fields) : [];
  return keys.find((key) => key === field || key.startsWith(`${field}.`)) ?? field;
}
