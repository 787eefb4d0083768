/**
 * The input of the parsing process: a line of JSON with the names of possible speakers, and then the transcript. These are not
 * arguments, which other users of the machine could read.
 */
export function inputOf(names: readonly string[], transcript: string): string {
  return `${JSON.stringify(names)}\n${transcript}`;
}

/** Splits the input of the parsing process into the names and the transcript. */
export function readInput(input: string): { readonly names: readonly string[]; readonly transcript: string } {
  const end = input.indexOf('\n');
  const names: unknown = JSON.parse(input.slice(0, end));
  return { names: Array.isArray(names) ? names.filter(isText) : [], transcript: input.slice(end + 1) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
