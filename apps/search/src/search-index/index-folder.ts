import { accessSync, constants, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { BadConfiguration } from '@pks/platform';

/** The folder of the index, made where it is missing. @throws BadConfiguration where nothing can be written to it. */
export function indexFolder(location: string): string {
  const folder = resolve(location);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
    return folder;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new BadConfiguration(
      `The environment is not usable. SEARCH_INDEX: Nothing can be written to the folder (${reason}). Name one that this user may write to, such as .data/search.`,
      { cause },
    );
  }
}
