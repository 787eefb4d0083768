const DAY_MS = 86_400_000;

/**
 * The number of a new migration, greater than those of the files: the time in milliseconds or, if the last number is in the future,
 * the last number plus the time of day, so that two branches hardly ever get the same number.
 */
export function nextTimestamp(files: readonly string[], now: number): number {
  const last = Math.max(0, ...files.map((file) => Number.parseInt(file, 10) || 0));
  return last < now ? now : last + 1 + (now % DAY_MS);
}
