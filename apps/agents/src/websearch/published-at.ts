/** A date of ISO 8601, or a date and time with or without a time zone. */
const ISO_8601 = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(?<zone>Z|[+-]\d{2}:?\d{2})?)?$/;
/** `Sun, 01 Nov 2026 10:00:00 GMT`, as in feeds. */
const RFC_1123 = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (GMT|[+-]\d{4})$/;

/**
 * When a page was published, in UTC; undefined if the value is not a point in time of ISO 8601 or RFC 1123. A time without a
 * time zone is taken as UTC, wherever this runs.
 */
export function publishedAt(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const iso = ISO_8601.exec(value);
  if (!iso && !RFC_1123.test(value)) return undefined;
  const isLocal = iso?.[1] !== undefined && iso.groups?.['zone'] === undefined;
  const at = new Date(isLocal ? `${value}Z` : value);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
