/** A part of the console that could not be fetched. A browser may not fetch it anew before the page is loaded again. */
export class NotLoaded extends Error {
  constructor(cause: unknown) {
    super('A part of the console could not be loaded.', { cause });
  }
}

/** A part of the console once it is fetched. @throws NotLoaded */
export async function loaded<T>(part: Promise<T>): Promise<T> {
  try {
    return await part;
  } catch (error) {
    throw new NotLoaded(error);
  }
}
