/** Names of speakers, which are taken as such whatever they look like. Their case and the white space around them do not count. */
export class KnownNames {
  /** The length of the longest. Characters. */
  readonly longest: number;
  readonly #keys: ReadonlySet<string>;
  readonly #lengths: ReadonlySet<number>;

  constructor(names: readonly string[]) {
    this.#keys = new Set(names.map(keyOf));
    // In small letters, a name can be longer (`İ`).
    this.#lengths = new Set(names.flatMap((name) => [name.trim().length, keyOf(name).length]));
    this.longest = Math.max(0, ...this.#lengths);
  }

  /** Whether it is one of them. The time does not depend on its length unless one of them is as long. */
  has(name: string): boolean {
    const trimmed = name.trim();
    return this.#lengths.has(trimmed.length) && this.#keys.has(keyOf(trimmed));
  }
}

function keyOf(name: string): string {
  return name.trim().toLowerCase();
}
