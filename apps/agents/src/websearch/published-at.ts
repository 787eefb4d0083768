/** A date and time of ISO 8601 that does not say where. */
const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;

/** When a page was published, in UTC; undefined where that is no point in time. What names no time zone is of UTC, wherever this runs. */
export function publishedAt(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const at = new Date(WITHOUT_ZONE.test(value) ? `${value}Z` : value);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
