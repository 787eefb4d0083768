/** The result of the work, also an error, no sooner than some milliseconds after it began, so that its time says nothing of what it found. */
export async function noSoonerThan<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const soonest = new Promise<void>((resolve) => setTimeout(resolve, ms));
  try {
    return await work();
  } finally {
    await soonest;
  }
}
