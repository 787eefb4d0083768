import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { type Answer, lineOf } from '../answer.ts';
import { evaluate } from './evaluate.ts';
import { Refused } from './refused.ts';

/** The file descriptor to which answers are written. */
const ANSWERS = 3;

main();

/**
 * Answers expressions, each a JSON string on a line of standard input, until the input ends. Ignores signals to the process
 * group: only the parent ends this process early.
 */
function main(): void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  evaluate('1 km + 1 m');
  let asked = '';
  process.stdin.setEncoding('utf8').on('data', (piece: string) => {
    asked += piece;
    for (let end = asked.indexOf('\n'); end >= 0; end = asked.indexOf('\n')) {
      const expression: unknown = JSON.parse(asked.slice(0, end));
      asked = asked.slice(end + 1);
      write(answerTo(String(expression)));
    }
  });
  write({ kind: 'ready' });
}

function answerTo(expression: string): Answer {
  try {
    return { kind: 'value', ...evaluate(expression) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { kind: 'refused', code: error.code, sentence: error.message };
  }
}

function write(answer: Answer): void {
  writeFileSync(ANSWERS, lineOf(answer));
}
