import { MOST_ENTRIES, tooManyEntries } from '../unreadable.ts';
import type { Utterance } from '../utterance.ts';

/** Longer names are cut. Characters. */
const LONGEST_NAME = 255;

/** An utterance whose text is not complete yet. */
type Gathered = Omit<Utterance, 'text'> & { readonly texts: string[] };

/** Collects utterances, up to the allowed number of entries. */
export class UtteranceList {
  readonly #separator: string;
  readonly #utterances: Gathered[] = [];

  /** @param separator Joins the texts of one utterance. */
  constructor(separator: string) {
    this.#separator = separator;
  }

  /** Who has spoken last; null also before the first utterance. */
  get lastSpeaker(): string | null {
    return this.#utterances.at(-1)?.speaker ?? null;
  }

  /** Begins another utterance. @throws Unreadable when there are too many. */
  begin({ text, ...said }: Utterance): void {
    if (this.#utterances.length >= MOST_ENTRIES) throw tooManyEntries();
    this.#utterances.push({ ...said, texts: [text] });
  }

  /** Continues the last utterance; if there is none, begins one without a speaker. */
  continue(text: string): void {
    const last = this.#utterances.at(-1);
    if (last) last.texts.push(text);
    else this.begin({ speaker: null, text });
  }

  /** All utterances that have a text. */
  finished(): readonly Utterance[] {
    return this.#utterances
      .map(({ speaker, texts, ...said }) => ({
        ...said,
        speaker: nameIn(speaker),
        text: this.#textIn(texts),
      }))
      .filter(({ text }) => text !== '');
  }

  #textIn(texts: readonly string[]): string {
    return storable(texts.join(this.#separator)).trim();
  }
}

/** The name on one line and fit to store; null if nothing is left of it. */
function nameIn(speaker: string | null): string | null {
  const name = storable((speaker ?? '').slice(0, LONGEST_NAME))
    .replace(/\s+/g, ' ')
    .trim();
  return name === '' ? null : name;
}

/** The text without characters that PostgreSQL cannot store: NUL and lone surrogates. */
function storable(text: string): string {
  const whole = text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, '');
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
}
