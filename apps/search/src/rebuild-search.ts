import 'reflect-metadata';
import { asksForHelp, databaseAddress, withDatabase } from '@pks/platform';
import { rebuildIndex } from './search-index/index-rebuilding.ts';
import { searchSchema } from './search.database.ts';

const USE =
  'It takes no arguments. The running search service rebuilds its index; this waits, shows the progress, and may be interrupted.';

process.exit(await run(process.argv.slice(2)));

/** Returns the exit code. A running service does the work, while the current index stays in use; this waits, and prints the progress. */
async function run(args: readonly string[]): Promise<number> {
  const [unknown] = args;
  try {
    if (asksForHelp(args)) {
      print(USE);
      return 0;
    }
    if (unknown !== undefined)
      throw new Error(`Rebuilding the search index takes no arguments, such as "${unknown}".`);
    const url = databaseAddress('SEARCH_DATABASE_URL');
    const options = { ...searchSchema, url, poolSize: 1, migrate: false, name: 'rebuild-search' };
    await withDatabase(options, (database) => rebuildIndex(database, print));
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

function print(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
