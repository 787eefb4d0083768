import { formOf } from '../search/word-forms.ts';

/** A prefix that words with its flag may have, whatever they begin with. */
const PREFIX = /^PFX (?<flag>\S) +0 +(?<prefix>\S+)/gm;

/** Names as well, but no abbreviations with full stops, and nothing with an apostrophe or a digit: those are never compared as one word. */
const WORD = /^[a-z]+$/;

/**
 * The forms of the words of a Hunspell dictionary, each once, sorted. A word has the same form with any of its suffixes, so only
 * prefixes are applied.
 */
export function englishForms(words: string, affixes: string): string[] {
  const prefixes = new Map(
    [...affixes.matchAll(PREFIX)].map(({ groups }) => [groups?.['flag'], groups?.['prefix'] ?? '']),
  );
  const forms = new Set<string>();
  for (const line of words.split('\n')) {
    const [word = '', flags = ''] = line.split('/');
    const written = word.toLowerCase();
    if (!WORD.test(written)) continue;
    forms.add(formOf(written));
    for (const flag of flags) {
      const prefix = prefixes.get(flag);
      if (prefix !== undefined) forms.add(formOf(`${prefix}${written}`));
    }
  }
  return [...forms].sort();
}
