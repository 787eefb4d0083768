import { runAppCommand } from './app-command.ts';

await runAppCommand('knowledge/dist/rebuild-search.js', process.argv.slice(2));
