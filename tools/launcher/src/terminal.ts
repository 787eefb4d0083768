const began = Date.now();

// A terminal or a pipe that is closed must not end what runs.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** Tells the user what is happening, on one line that begins with the seconds since the start. */
export function tell(sentence: string): void {
  console.log(`${((Date.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${sentence}`);
}

/** Tells the user why it cannot go on, and ends with code 1. */
export function giveUp(error: unknown): never {
  console.error(`\n${sentenceOf(error)}`);
  process.exit(1);
}

/** What an error says to a user. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
