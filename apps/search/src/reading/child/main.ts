import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { type Answer, lineOf } from '../answer.ts';
import {
  type DocumentFormat,
  type DocumentType,
  FORMAT_NAMES,
  isDocumentFormat,
} from '../document-format.ts';
import { partsOf } from '../section-parts.ts';
import type { Section } from '../section.ts';
import { Unreadable } from '../unreadable.ts';
import { readDocument, readerOf } from './read-document.ts';
import { Source } from './source.ts';

/** The file is open as standard input; answers are written here. */
const FILE = 0;
const ANSWERS = 3;
/** Lines are written together once they have this many characters. */
const GATHERED = 1 << 16;

const [format, characters, charset] = process.argv.slice(2);
if (!isDocumentFormat(format)) throw new Error(`${format} is not a format.`);
await main({ format, charset }, Number(characters));

/** Reads one file and ends. Signals to the process group are ignored: only the parent ends this process early. */
async function main({ format, charset }: DocumentType, characters: number): Promise<void> {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  const fail = (error: unknown): never => {
    write({ kind: 'unreadable', sentence: sentenceOf(error, format) });
    process.exit(0);
  };
  const read = await readerOf(format);
  process.on('uncaughtException', fail);
  write({ kind: 'begun' });
  try {
    const { page_count, sections } = await readDocument(read, {
      source: new Source(FILE),
      charset,
      characters,
    });
    writeSections(sections, page_count);
    process.exit(0);
  } catch (error) {
    fail(error);
  }
}

function write(answer: Answer): void {
  writeFileSync(ANSWERS, lineOf(answer));
}

/** Writes the sections, many at a time, and long ones in parts. */
function writeSections(sections: readonly Section[], page_count: number): void {
  let lines = '';
  for (const section of sections.flatMap((whole) => [...partsOf(whole)])) {
    lines += lineOf({ kind: 'section', section });
    if (lines.length < GATHERED) continue;
    writeFileSync(ANSWERS, lines);
    lines = '';
  }
  writeFileSync(ANSWERS, lines + lineOf({ kind: 'read', page_count }));
}

function sentenceOf(error: unknown, format: DocumentFormat): string {
  if (isOverflow(error) || (error instanceof Error && isOverflow(error.cause))) {
    return `The ${FORMAT_NAMES[format]} is nested too deeply.`;
  }
  if (error instanceof Unreadable) return error.message;
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return `The ${FORMAT_NAMES[format]} is damaged.`;
}

function isOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}
