/** The result of the work, or its error, no sooner than `ms` milliseconds after it began, so that its time reveals nothing. */
export async function noSoonerThan<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const soonest = new Promise<void>((resolve) => setTimeout(resolve, ms));
  try {
    return await work();
  } finally {
    await soonest;
  }
}
