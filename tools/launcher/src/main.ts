import { admin, deadLetters, runAppCommand } from './app-command.ts';
import { runBuilt, runOnProduct, runProgram } from './program.ts';
import { start } from './start.ts';
import { giveUp } from './terminal.ts';
import { test } from './test.ts';

type Command = (args: readonly string[]) => Promise<void>;

/** The commands behind the scripts of package.json. */
const COMMANDS: Readonly<Record<string, Command>> = {
  start,
  test,
  admin,
  'dead-letters': deadLetters,
  'search:rebuild': (args) => runAppCommand('search/dist/rebuild-search.js', args),
  bench: (args) => runOnProduct('tools/bench/src/bench.ts', args),
  'bench:search': (args) => runBuilt('apps/search/bench/search.ts', args),
  chaos: (args) => runOnProduct('tools/chaos/src/main.ts', args),
  abuse: (args) => runOnProduct('tools/abuse/src/main.ts', args),
  hostile: (args) => runOnProduct('tools/hostile/src/main.ts', args),
  generate: (args) => runProgram('tools/generate/src/main.ts', args),
};

const [name = '', ...args] = process.argv.slice(2);
try {
  const command = COMMANDS[name];
  if (command === undefined) throw new Error(`The commands are: ${Object.keys(COMMANDS).join(', ')}.`);
  await command(args);
} catch (error) {
  giveUp(error);
}
