import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadedOnce } from './loaded-once.ts';
import { formOf } from './word-forms.ts';

/** The forms of English words, one a line. The build makes the file. */
export const ENGLISH_FORMS = fileURLToPath(new URL('../../dist/search/english-forms.txt', import.meta.url));

const forms = loadedOnce(async () => new Set((await readFile(ENGLISH_FORMS, 'utf8')).split('\n')));

/** Whether a word, or another inflection of it, is in a dictionary of English, which is read when it is first needed. */
export async function isEnglish(word: string): Promise<boolean> {
  return (await forms()).has(formOf(word));
}
