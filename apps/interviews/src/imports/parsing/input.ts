/**
 * What the parsing process reads: a line of JSON, the names of those who may speak, and then the transcript. Other users of the machine
 * could read its arguments.
 */
export function inputOf(names: readonly string[], transcript: string): string {
  return `${JSON.stringify(names)}\n${transcript}`;
}

/** The same, read. */
export function readInput(input: string): { readonly names: readonly string[]; readonly transcript: string } {
  const end = input.indexOf('\n');
  const names: unknown = JSON.parse(input.slice(0, end));
  return { names: Array.isArray(names) ? names.filter(isText) : [], transcript: input.slice(end + 1) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
