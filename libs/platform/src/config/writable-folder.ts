import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { BadConfiguration } from './config.ts';

/** The variable that names a folder, and a folder that it could name. */
export interface FolderVariable {
  readonly variable: string;
  readonly example: string;
}

/** The absolute path of a folder that a variable names. A missing folder is created, for this user only. @throws BadConfiguration if the folder is not writable. */
export function writableFolder(location: string, { variable, example }: FolderVariable): string {
  const folder = resolve(location);
  try {
    make(folder, 0o700);
    accessSync(folder, constants.W_OK | constants.X_OK);
    return folder;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new BadConfiguration(
      `The environment is not usable. ${variable}: Nothing can be written to the folder (${reason}). Name one that this user may write to, such as ${example}.`,
      { cause },
    );
  }
}

/** Creates a folder and its missing parents. With `recursive`, Node.js retries forever if a parent accepts no folders, such as `/proc`. */
function make(folder: string, mode?: number): void {
  if (existsSync(folder)) return;
  make(dirname(folder));
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}
