/** The smallest of the sorted values that at least this share of them does not exceed; NaN if there are none. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
