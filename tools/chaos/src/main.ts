import { stoppable } from '@pks/stack';
import { type Run, USE, readArguments } from './arguments.ts';
import { Chance } from './chance.ts';
import { chaos } from './chaos.ts';
import { caseReport, havePassed, summary } from './faults/case-report.ts';
import { CASES } from './faults/cases.ts';
import { type CaseResult, runCase } from './faults/run-case.ts';
import { byChance } from './killer.ts';
import { report } from './report.ts';

const say = (sentence: string): void => console.log(sentence);

function chosenRun(): Run {
  try {
    return readArguments(
      process.argv.slice(2),
      CASES.map(({ name }) => name),
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

/** Runs kills. Returns whether nothing was found. */
async function runKills({ kills, seed }: Run & { what: 'kills' }): Promise<boolean> {
  say(`Seed ${seed}: --seed ${seed} makes the same choices again.`);
  const chance = new Chance(seed);
  const outcome = await chaos({ plans: byChance(chance, kills), chance, report: say });
  say(report(outcome));
  return outcome.findings.length === 0;
}

/** Runs cases. Returns whether all that could run passed, and any could. */
async function runCases({ names, restarts }: Run & { what: 'cases' }): Promise<boolean> {
  const results: CaseResult[] = [];
  for (const fault of CASES.filter(({ name }) => names.includes(name))) {
    say(`${fault.name}: ${fault.sentence}`);
    const result = await runCase(fault, { restarts, report: say });
    say(caseReport(result));
    results.push(result);
  }
  say(summary(results));
  return havePassed(results);
}

const run = chosenRun();
if (run.what === 'help') say(USE);
else if (run.what === 'list') for (const { name, sentence } of CASES) say(`${name}: ${sentence}`);
else
  await stoppable(async () => {
    const passed = await (run.what === 'kills' ? runKills(run) : runCases(run));
    process.exitCode = passed ? 0 : 1;
  });
