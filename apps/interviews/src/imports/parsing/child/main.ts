import { readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { type Answer, lineOf } from '../answer.ts';
import { Unreadable } from '../unreadable.ts';
import type { Utterance } from '../utterance.ts';
import { readInput } from '../input.ts';
import { parseTranscript } from './parse-transcript.ts';

/** File descriptors: the names and the transcript are read from standard input, answers are written to `ANSWERS`. */
const INPUT = 0;
const ANSWERS = 3;
/** Lines are written together once they have this many characters. */
const GATHERED = 1 << 16;

main(process.argv[2]);

/** Parses one transcript and ends. Ignores signals to the process group: only the parent ends this process early. */
function main(format: string | undefined): void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  write({ kind: 'begun' });
  try {
    const { names, transcript } = readInput(readFileSync(INPUT, 'utf8'));
    writeAll(parseTranscript(transcript, format, names));
  } catch (error) {
    write({ kind: 'unreadable', sentence: sentenceOf(error) });
  }
  process.exit(0);
}

function write(answer: Answer): void {
  writeFileSync(ANSWERS, lineOf(answer));
}

/** Writes the utterances, many at a time. */
function writeAll(utterances: readonly Utterance[]): void {
  let lines = '';
  for (const utterance of utterances) {
    lines += lineOf({ kind: 'utterance', utterance });
    if (lines.length < GATHERED) continue;
    writeFileSync(ANSWERS, lines);
    lines = '';
  }
  writeFileSync(ANSWERS, lines + lineOf({ kind: 'read' }));
}

function sentenceOf(error: unknown): string {
  if (error instanceof Unreadable) return error.message;
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return 'The transcript could not be read: it is damaged.';
}
