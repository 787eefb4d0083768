import { commandOptions, stoppable, wholeNumber } from '@pks/stack';
import { textOf } from './findings.ts';
import { hostile } from './hostile.ts';
import { startOwnStack } from './product/own-stack.ts';
import type { Outcome } from './run.ts';

const USE = 'Use: npm run hostile -- [--cases N] [--seed N] [--only PROPERTY], the first two whole numbers.';
const values = commandOptions(
  {
    cases: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(1 + Math.floor(Math.random() * 1_000_000)) },
    only: { type: 'string', multiple: true },
  },
  USE,
);
const cases = wholeNumber('cases', values.cases, USE);
const seed = wholeNumber('seed', values.seed, USE);
console.log(`Seed ${seed}: --seed ${seed} makes the same requests again.`);
await stoppable(async (stopped) => {
  const stack = await startOwnStack();
  let hasHeld = false;
  try {
    const began = Date.now();
    const outcome = await hostile(stack, {
      cases,
      seed,
      onProgress: (sent) => console.log(`${sent} of ${cases} cases.`),
      onFinding: (finding) => {
        if (!stopped.aborted) console.log(textOf(finding));
      },
      ...(values.only === undefined ? {} : { only: values.only }),
    });
    if (stopped.aborted) return;
    const { ended, errors } = stack;
    hasHeld = [outcome.findings, ended, errors].every(({ length }) => length === 0);
    console.log(report(outcome, (Date.now() - began) / 1_000));
    if (ended.length > 0) console.log(`Processes ended: ${ended.join(', ')}.`);
    if (errors.length > 0) console.log(`Errors were logged: ${errors.length}, first\n  ${errors[0]}`);
  } finally {
    process.exitCode = hasHeld ? 0 : 1;
    const log = await stack.close({ keepLog: !hasHeld });
    if (log !== null) console.log(`The log is ${log}.`);
  }
});

/** The last line: which cases were tried, by kinds of operations, and how many findings there are. */
function report({ tally, findings }: Outcome, seconds: number): string {
  const rate = Math.round(tally.cases / Math.max(seconds, 0.001));
  const found = findings.length === 0 ? 'all held' : `${findings.length} findings`;
  return `Seed ${seed}: ${found} in ${tally.cases} cases, ${rate} a second: ${tally.line}.`;
}
