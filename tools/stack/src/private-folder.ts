import { chmodSync, mkdirSync } from 'node:fs';

/**
 * Makes a folder that its owner alone can read, or makes one that exists so: earlier releases left it readable by everybody. One of
 * another user, who shares it, stays as it is. Returns its path.
 */
export function privateFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
  }
  return folder;
}
