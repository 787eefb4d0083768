import { chmodSync, mkdirSync } from 'node:fs';

/**
 * Creates a folder that only its owner can read, or makes an existing one so: earlier releases left it readable by everybody. A
 * folder that another user owns and shares does not change. Returns the path.
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
