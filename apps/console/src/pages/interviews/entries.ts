interface Entry {
  readonly id: string;
}

/** A transcript with what was said since, each entry once: it may have been read meanwhile. */
export function continued<T extends Entry>(transcript: readonly T[], since: readonly T[]): T[] {
  const known = new Set(transcript.map(({ id }) => id));
  return [...transcript, ...since.filter(({ id }) => !known.has(id))];
}
