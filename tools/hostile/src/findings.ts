/** A contradiction of the document, with the request as a command line. */
export class Offence extends Error {
  readonly request: string;
  readonly answer: string;

  constructor(sentence: string, request: string, answer: string) {
    super(sentence);
    this.request = request;
    this.answer = answer;
  }
}

/** A property that does not hold, with its smallest example. */
export interface Finding {
  readonly property: string;
  readonly sentence: string;
  /** Command lines, one for each request. */
  readonly request: string;
  readonly answer: string;
  readonly seed: number;
}

const LONGEST_SHOWN = 4_000;

/** A finding as it is printed. */
export function textOf({ property, sentence, request, answer, seed }: Finding): string {
  const again = `npm run hostile -- --seed ${seed} --only '${property}'`;
  return [property, sentence, request, answer, again].map((line) => cut(line)).join('\n  ');
}

function cut(text: string): string {
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}… (${text.length} characters)`;
}
