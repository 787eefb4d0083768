import { ApiError } from '@pks/client';

/** The key under which a refusal speaks of a field: its own, or that of the first part of it, as `topics.0.title`. */
export function keyIn(error: unknown, field: string): string {
  const keys = error instanceof ApiError ? Object.keys(error.fields) : [];
  return keys.find((key) => key === field || key.startsWith(`${field}.`)) ?? field;
}
