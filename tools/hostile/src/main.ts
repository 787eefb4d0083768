import { parseArgs } from 'node:util';
import { textOf } from './findings.ts';
import { hostile } from './hostile.ts';
import { startOwnStack } from './product/own-stack.ts';
import type { Outcome } from './run.ts';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '5000' },
    seed: { type: 'string' },
    only: { type: 'string', multiple: true },
  },
});
const cases = Number(values.cases);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
if (!Number.isInteger(cases) || cases < 1 || !Number.isInteger(seed)) {
  console.error(
    'Use: npm run hostile -- [--cases N] [--seed N] [--only PROPERTY], the first two whole numbers.',
  );
  process.exit(2);
}
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());

console.log(`Seed ${seed}: --seed ${seed} makes the same requests again.`);
const stack = await startOwnStack(stopping.signal);
let hasHeld = false;
try {
  const began = Date.now();
  const outcome = await hostile(stack, {
    cases,
    seed,
    signal: stopping.signal,
    onProgress: (sent) => console.log(`${sent} of ${cases} cases.`),
    onFinding: (finding) => console.log(textOf(finding)),
    ...(values.only === undefined ? {} : { only: values.only }),
  });
  hasHeld = outcome.findings.length === 0 && stack.ended.length === 0;
  console.log(report(outcome, (Date.now() - began) / 1_000));
  if (stack.ended.length > 0) console.log(`Processes ended: ${stack.ended.join(', ')}.`);
} finally {
  process.exitCode = hasHeld ? 0 : 1;
  const log = await stack.close({ keepLog: !hasHeld });
  if (log !== null) console.log(`The log is ${log}.`);
}

/** The last line: what was tried, by kinds of operations, and what does not hold. */
function report({ tally, findings }: Outcome, seconds: number): string {
  const rate = Math.round(tally.cases / Math.max(seconds, 0.001));
  const found = findings.length === 0 ? 'all held' : `${findings.length} findings`;
  return `Seed ${seed}: ${found} in ${tally.cases} cases, ${rate} a second: ${tally.line}.`;
}
