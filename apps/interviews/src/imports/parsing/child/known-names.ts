/** Names of speakers, which are taken as such whatever they look like. Their case, their encoding (NFC or NFD) and the white space around them do not count. */
export class KnownNames {
  /** The length of the longest. Characters. */
  readonly longest: number;
  readonly #spellings = new Map<string, string>();
  readonly #shortest: number;

  /** @param names Of several spellings of one name, the first counts. */
  constructor(names: readonly string[]) {
    const lengths: number[] = [];
    for (const name of names.map((one) => one.trim())) {
      const key = keyOf(name);
      if (!this.#spellings.has(key)) this.#spellings.set(key, name);
      for (const form of [name, name.normalize('NFC'), name.normalize('NFD')]) {
        // In small letters, a name can be longer (`İ`).
        lengths.push(form.length, form.toLowerCase().length);
      }
    }
    this.longest = Math.max(0, ...lengths);
    this.#shortest = Math.min(this.longest, ...lengths);
  }

  /** The given spelling of a name that is one of them. The time does not depend on its length where all of them are shorter. */
  spellingOf(name: string): string | undefined {
    const { length } = name.trim();
    return length >= this.#shortest && length <= this.longest ? this.#spellings.get(keyOf(name)) : undefined;
  }
}

/** What names have in common that differ only in their case, their encoding and the white space around them. */
export function keyOf(name: string): string {
  return name.trim().normalize('NFD').toLowerCase().normalize('NFC');
}
