/** Names of speakers, which are taken as such whatever they look like. Their case and the white space around them do not count. */
export class KnownNames {
  /** The length of the longest. Characters. */
  readonly longest: number;
  readonly #spellings = new Map<string, string>();
  readonly #lengths = new Set<number>();

  /** @param names Of several spellings of one name, the first counts. */
  constructor(names: readonly string[]) {
    for (const name of names.map((one) => one.trim())) {
      const key = name.toLowerCase();
      if (!this.#spellings.has(key)) this.#spellings.set(key, name);
      // In small letters, a name can be longer (`İ`).
      this.#lengths.add(name.length).add(key.length);
    }
    this.longest = Math.max(0, ...this.#lengths);
  }

  /** The given spelling of a name that is one of them. The time does not depend on its length unless one of them is as long. */
  spellingOf(name: string): string | undefined {
    const trimmed = name.trim();
    return this.#lengths.has(trimmed.length) ? this.#spellings.get(trimmed.toLowerCase()) : undefined;
  }
}
