interface Entry {
  readonly id: string;
}

/** A transcript with new entries appended, each entry once: the transcript may already contain them. */
export function continued<T extends Entry>(transcript: readonly T[], since: readonly T[]): T[] {
  const known = new Set(transcript.map(({ id }) => id));
  return [...transcript, ...since.filter(({ id }) => !known.has(id))];
}
