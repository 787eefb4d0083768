import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { formOf } from './word-forms.ts';

/** The forms of English words, one a line. The build makes the file. */
export const ENGLISH_FORMS = fileURLToPath(new URL('../../dist/search/english-forms.txt', import.meta.url));

let forms: Promise<ReadonlySet<string>> | undefined;

/** Whether a word, or another inflection of it, is in a dictionary of English. It is read when it is first needed. */
export async function isEnglish(word: string): Promise<boolean> {
  forms ??= readFile(ENGLISH_FORMS, 'utf8').then((text) => new Set(text.split('\n')));
  return (await forms).has(formOf(word));
}
