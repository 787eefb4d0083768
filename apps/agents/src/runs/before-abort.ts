/** The result of the work, unless the signal aborts first. @throws the error of `late` then, without waiting for the work. */
export async function beforeAbort<T>(signal: AbortSignal, work: Promise<T>, late: () => Error): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(late());
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
