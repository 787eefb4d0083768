import type { Question } from '../question.ts';

const NEWLINE = 10;

/** The question, which is the first line of the input, and the pieces of the document, which is the rest. */
export async function questionAndPieces(
  input: AsyncIterable<Buffer>,
): Promise<{ readonly question: Question; readonly pieces: AsyncIterable<Buffer> }> {
  const pieces = input[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (!head.includes(NEWLINE)) {
    const next = await pieces.next();
    if (next.done) throw new Error('The input has no question.');
    head = Buffer.concat([head, next.value]);
  }
  const end = head.indexOf(NEWLINE);
  const question: unknown = JSON.parse(head.toString('utf8', 0, end));
  if (!isQuestion(question)) throw new Error('The first line of the input is no question.');
  return { question, pieces: rest(head.subarray(end + 1), pieces) };
}

async function* rest(first: Buffer, pieces: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first;
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
}

function isQuestion(value: unknown): value is Question {
  return typeof value === 'object' && value !== null && 'format' in value && 'group_by' in value;
}
