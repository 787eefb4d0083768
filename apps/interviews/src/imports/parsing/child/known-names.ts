/** Names of speakers, which are taken as such whatever they look like. Their case, their encoding (NFC or NFD) and the white space around them do not count. */
export class KnownNames {
  /** The length of the longest. Characters. */
  readonly longest: number;
  readonly #spellings = new Map<string, string>();
  readonly #lengths = new Set<number>();

  /** @param names Of several spellings of one name, the first counts. */
  constructor(names: readonly string[]) {
    for (const name of names.map((one) => one.trim())) {
      const key = keyOf(name);
      if (!this.#spellings.has(key)) this.#spellings.set(key, name);
      for (const form of [name, name.normalize('NFC'), name.normalize('NFD')]) {
        // In small letters, a name can be longer (`İ`).
        this.#lengths.add(form.length).add(form.toLowerCase().length);
      }
    }
    this.longest = Math.max(0, ...this.#lengths);
  }

  /** The given spelling of a name that is one of them. The time does not depend on its length unless one of them is as long. */
  spellingOf(name: string): string | undefined {
    const trimmed = name.trim();
    return this.#lengths.has(trimmed.length) ? this.#spellings.get(keyOf(trimmed)) : undefined;
  }
}

function keyOf(name: string): string {
  return name.normalize('NFD').toLowerCase().normalize('NFC');
}
