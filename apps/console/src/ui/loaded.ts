/** A part of the console's code that could not be loaded. A browser may not load it until the page is reloaded. */
export class NotLoaded extends Error {
  constructor(cause: unknown) {
    super('A part of the console could not be loaded.', { cause });
  }
}

/** Waits for a part of the console's code. @throws NotLoaded */
export async function loaded<T>(part: Promise<T>): Promise<T> {
  try {
    return await part;
  } catch (error) {
    throw new NotLoaded(error);
  }
}
