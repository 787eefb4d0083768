/** A longer heading is cut to this length in a path. Characters. */
const LONGEST = 200;

/** The headings above a place in a document, from the outermost to the innermost. */
export class HeadingPath {
  readonly #above: { level: number; title: string }[] = [];

  /** Continues below a heading: headings of its level and deeper ones end. An empty heading only ends them. */
  enter(level: number, title: string): void {
    while ((this.#above.at(-1)?.level ?? 0) >= level) this.#above.pop();
    const name = title.replace(/\s+/g, ' ').trim().slice(0, LONGEST);
    if (name !== '') this.#above.push({ level, title: name });
  }

  /** "A › B", or "" above all headings. */
  toString(): string {
    return this.#above.map(({ title }) => title).join(' › ');
  }
}
