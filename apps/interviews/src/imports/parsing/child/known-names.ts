/** Names that are recognized as speakers whatever they look like, ignoring case, encoding (NFC or NFD) and the white space around them. */
export class KnownNames {
  /** The length of the longest name. Characters. */
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
        // A name can be longer in lower case (`İ`).
        lengths.push(form.length, form.toLowerCase().length);
      }
    }
    this.longest = Math.max(0, ...lengths);
    this.#shortest = Math.min(this.longest, ...lengths);
  }

  /** The given spelling of a known name. The time does not depend on the length of a name that is longer than all of them. */
  spellingOf(name: string): string | undefined {
    const { length } = name.trim();
    return length >= this.#shortest && length <= this.longest ? this.#spellings.get(keyOf(name)) : undefined;
  }
}

/** The same key for names that differ only in case, encoding and the white space around them. */
export function keyOf(name: string): string {
  return name.trim().normalize('NFD').toLowerCase().normalize('NFC');
}
