/** An event that the server acknowledged, with its sequence in the stream. */
export interface Acknowledged {
  readonly id: string;
  readonly sequence: number;
}

/** The acknowledged events, in the order of their sequences. */
export interface History {
  count(): Promise<number>;
  /** The entry at a place, from 0. */
  at(place: number): Promise<Acknowledged | undefined>;
}

/**
 * The last sequence at which the stream agrees with the history: a server that lost events has a prefix of them, and
 * perhaps other events after it. Undefined if nothing is lost. Checks the last entry first, and searches only if the stream
 * does not have it.
 */
export async function lastTrueSequence(
  history: History,
  idAt: (sequence: number) => Promise<string | null>,
): Promise<number | undefined> {
  const stillInStream = async (place: number): Promise<Acknowledged | undefined> => {
    const entry = await history.at(place);
    return entry && (await idAt(entry.sequence)) === entry.id ? entry : undefined;
  };
  const count = await history.count();
  if (count === 0 || (await stillInStream(count - 1))) return undefined;
  let last = 0;
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const entry = await stillInStream(middle);
    if (entry) [low, last] = [middle + 1, entry.sequence];
    else high = middle;
  }
  return last;
}
