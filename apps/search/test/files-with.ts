import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The paths of the files below a folder that contain a word in plain bytes. Any file may be deleted meanwhile. */
export async function filesWith(word: string, folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await filesWith(word, path)));
    else if ((await readFile(path).catch(() => Buffer.of())).includes(word)) found.push(path);
  }
  return found;
}
