/** Numbers JSON values: equal values, whatever the order of their keys, get the same number. Each part of a value is visited once. */
export class ValueNumbers {
  private readonly numbers = new Map<string, number>();
  private readonly known = new Map<object, number>();

  of(value: unknown): number {
    if (!isContainer(value)) return this.numberOf(JSON.stringify(value));
    const known = this.known.get(value) ?? this.numberOf(this.outline(value));
    this.known.set(value, known);
    return known;
  }

  private outline(value: object): string {
    if (Array.isArray(value)) return `[${value.map((item) => this.of(item)).join()}]`;
    const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${this.of(item)}`);
    return `{${members.sort().join()}}`;
  }

  private numberOf(text: string): number {
    const known = this.numbers.get(text) ?? this.numbers.size;
    this.numbers.set(text, known);
    return known;
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
