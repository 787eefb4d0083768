import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadedOnce } from './loaded-once.ts';

/** Words that are related to others, by their forms. */
export interface RelatedWords {
  /** Words that mean the same. */
  readonly same: ReadonlySet<string>;
  /** Words that mean a kind or an example of it. */
  readonly specific: ReadonlySet<string>;
}

/** English words that are related, a line for each. The build makes the file. */
export const RELATED_WORDS = fileURLToPath(new URL('../../dist/search/related-words.txt', import.meta.url));

const lines = loadedOnce(async () => byForm(await readFile(RELATED_WORDS, 'latin1')));

/** The words that are related to those with these forms. They are read when they are first needed. */
export async function relatedTo(forms: Iterable<string>): Promise<RelatedWords> {
  const known = await lines();
  const related = [...forms].flatMap((form) => known.get(form) ?? []).map((line) => line.split('\t'));
  return {
    same: setOf(related.map(([, same]) => same)),
    specific: setOf(related.map(([, , specific]) => specific)),
  };
}

/** The lines by the forms that they begin with. Lines of the licence have none. */
function byForm(text: string): ReadonlyMap<string, string> {
  return new Map(text.split('\n').map((line) => [line.slice(0, line.indexOf('\t')), line]));
}

function setOf(lists: readonly (string | undefined)[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => (list ? list.split(' ') : [])));
}
