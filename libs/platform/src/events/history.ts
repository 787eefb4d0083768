/** Something that was acknowledged at a sequence of the stream. */
export interface Acknowledged {
  readonly id: string;
  readonly sequence: number;
}

/** What was acknowledged, in the order of its sequences. */
export interface History {
  count(): Promise<number>;
  /** The entry at a place, from 0. */
  at(place: number): Promise<Acknowledged | undefined>;
}

/**
 * The sequence up to which the stream still is what it was: a server that lost something has the beginning of what it had,
 * and then perhaps something else. Undefined when nothing is lost. It asks for the last entry, and for more only when that
 * one is not there.
 */
export async function lastTrueSequence(
  history: History,
  idAt: (sequence: number) => Promise<string | null>,
): Promise<number | undefined> {
  const stands = async (place: number): Promise<Acknowledged | undefined> => {
    const entry = await history.at(place);
    return entry && (await idAt(entry.sequence)) === entry.id ? entry : undefined;
  };
  const count = await history.count();
  if (count === 0 || (await stands(count - 1))) return undefined;
  let last = 0;
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const entry = await stands(middle);
    if (entry) [low, last] = [middle + 1, entry.sequence];
    else high = middle;
  }
  return last;
}
