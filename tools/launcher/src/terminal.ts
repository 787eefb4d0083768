/** When the command was given, before packages were installed. */
const began = Number(process.env['LAUNCHED_AT'] || Date.now());

// A terminal or pipe that is closed must not end the running processes.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** Prints a line of progress, with the seconds since the start. */
export function report(sentence: string): void {
  console.log(`${((Date.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${sentence}`);
}

/** A command was given in a wrong form; the message says how to use it. */
export class Misuse extends Error {}

/** Prints why the command failed, and exits with code 1, or 2 where it was misused. */
export function giveUp(error: unknown): never {
  console.error(`\n${sentenceOf(error)}`);
  process.exit(error instanceof Misuse ? 2 : 1);
}

/** Whether the arguments only ask how to use a command, for which nothing is built or started. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}

/** The text of an error for a user. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
