import { normalForm } from './normal-forms.ts';
import { wordsIn } from './word-forms.ts';

/** Words of English questions that say nothing about their subject. */
const EMPTY = new Set(
  `a about after all also am an and any are as at be because been before being between both but by can could did do does
doing done each else even ever every few for from further get gets getting give given go goes got had has have having he her
here hers him his how i if in into is it its itself just let like many may me might more most much must my myself no nor not
of off on once one only or other our ours out over own please same shall she should so some such tell than that the their
theirs them themselves then there these they this those through to too under until up upon us very was we were what when
where whether which while who whom whose why will with within without would you your yours yourself`.split(
    /\s+/,
  ),
);

/** The maximum number of words that are searched. */
const MOST = 64;

/** The words of a question to search for, each once: the meaningful ones, or all if none is. */
export function wordsToFind(question: string): string[] {
  const words = new Map(wordsIn(normalForm(question, 'NFC')).map((word) => [word.toLowerCase(), word]));
  const meaningful = [...words].filter(([word]) => !EMPTY.has(word));
  return (meaningful.length > 0 ? meaningful : [...words]).slice(0, MOST).map(([, word]) => word);
}
