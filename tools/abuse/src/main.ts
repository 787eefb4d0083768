import { commandOptions, selected, stoppable, wholeNumber } from '@pks/stack';
import { abuse } from './abuse.ts';
import { CASES } from './cases/index.ts';
import type { Case } from './case.ts';
import { type OwnStack, type Target, startOwnStack } from './own-stack.ts';
import { type Line, table } from './report.ts';
import { refusalsAgainst, waitsAgainst } from './verdict.ts';

const USE = `Use: npm run abuse [-- --only NAME] [--seconds N] [--against URL]. The cases are:
${CASES.map(({ name }) => `  ${name}`).join('\n')}`;
const values = commandOptions(
  {
    only: { type: 'string', multiple: true },
    seconds: { type: 'string', default: '20' },
    against: { type: 'string' },
  },
  USE,
);
const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

const seconds = wholeNumber('seconds', values.seconds, USE);
const cases = chosenCases();
await stoppable(async (stopped) => {
  const own = values.against === undefined ? await startOwnStack() : null;
  let lines: Line[] | undefined;
  try {
    lines = await judge(own ?? running(values.against ?? ''), own);
    if (!stopped.aborted) process.stdout.write(`${table(lines)}\n`);
  } finally {
    const hasHeld = lines?.every(({ findings }) => findings.length === 0) ?? false;
    process.exitCode = hasHeld ? 0 : 1;
    const log = await own?.close({ keepLog: !hasHeld });
    if (log) say(`The log is ${log}.`);
  }
});

function chosenCases(): Case[] {
  try {
    return selected(CASES, values.only);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exit(2);
  }
}

async function judge(target: Target, ownStack: OwnStack | null): Promise<Line[]> {
  const lines: Line[] = [];
  const pace = { seconds, intervalMs: 100, restMs: 3_000 };
  for await (const seen of abuse(target, cases, pace)) {
    const one = cases.find(({ name }) => name === seen.name);
    const findings = [...refusalsAgainst(seen, one && judged(one, ownStack)), ...waitsAgainst(seen)];
    if (ownStack && ownStack.ended.length > 0) findings.push(`ended: ${ownStack.ended.join(', ')}`);
    lines.push({ seen, findings });
    say(`${seen.name}: ${findings.length === 0 ? 'held' : findings.join('; ')}`);
  }
  return lines;
}

/** The case as it is judged: a stack that was not started here may grant more than an abuse of this length uses, so that nothing is refused. */
function judged(one: Case, ownStack: OwnStack | null): Case {
  const { refusedWith: _, ...others } = one;
  return ownStack === null ? others : one;
}

/** A product that runs already, with admins of two organizations. */
function running(baseUrl: string): Target {
  const { HONEST_TOKEN: honestToken, ABUSER_TOKEN: abuserToken } = process.env;
  if (honestToken && abuserToken) return { baseUrl, honestToken, abuserToken };
  throw new Error('Set HONEST_TOKEN and ABUSER_TOKEN to tokens of admins of two organizations.');
}
