import { runAppCommand } from './app-command.ts';

await runAppCommand('identity/dist/admin.js', process.argv.slice(2));
