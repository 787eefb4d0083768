import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { type Answer, lineOf } from '../answer.ts';
import type { Question } from '../question.ts';
import { questionAndPieces } from './input.ts';
import { readCsv } from './read-csv.ts';
import { readJson } from './read-json.ts';
import { Table } from './table.ts';
import { Unreadable } from './unreadable.ts';
import { utf8Pieces } from './utf8-pieces.ts';

/** The file descriptor to which answers are written. */
const ANSWERS = 3;
/** Lines are written together once they have this many characters. */
const GATHERED = 1 << 16;

const READERS = { csv: readCsv, json: readJson } as const;

await main();

/** Describes one document and ends. Ignores signals to the process group: only the parent ends this process early. */
async function main(): Promise<void> {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  process.on('uncaughtException', fail);
  write({ kind: 'begun' });
  try {
    const { question, pieces } = await questionAndPieces(process.stdin);
    writeAll(await tableOf(question, pieces));
    process.exit(0);
  } catch (error) {
    fail(error);
  }
}

async function tableOf(question: Question, pieces: AsyncIterable<Buffer>): Promise<Table> {
  const table = new Table(question);
  await READERS[question.format](utf8Pieces(pieces), table);
  return table;
}

/** Writes the results, many at a time. */
function writeAll(table: Table): void {
  let lines = '';
  for (const result of table.describe()) {
    lines += lineOf({ kind: 'result', result });
    if (lines.length < GATHERED) continue;
    writeFileSync(ANSWERS, lines);
    lines = '';
  }
  writeFileSync(ANSWERS, lines + lineOf({ kind: 'done' }));
}

function write(answer: Answer): void {
  writeFileSync(ANSWERS, lineOf(answer));
}

function fail(error: unknown): never {
  const { code, message } = error instanceof Unreadable ? error : unexpected(error);
  write({ kind: 'unreadable', code, sentence: message });
  process.exit(0);
}

function unexpected(error: unknown): Unreadable {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return new Unreadable('The document could not be read: it is damaged.');
}
