/** Names of speakers, which are taken as such whatever they look like. Their case and the white space around them do not count. */
export class KnownNames {
  /** The length of the longest. Characters. */
  readonly longest: number;
  readonly #keys: ReadonlySet<string>;

  constructor(names: readonly string[]) {
    this.#keys = new Set(names.map(keyOf));
    this.longest = names.reduce((longest, { length }) => Math.max(longest, length), 0);
  }

  has(name: string): boolean {
    return this.#keys.has(keyOf(name));
  }
}

function keyOf(name: string): string {
  return name.trim().toLowerCase();
}
