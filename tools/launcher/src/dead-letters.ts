import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runAppCommand } from './app-command.ts';
import { CHECKOUT } from './checkout.ts';
import { giveUp } from './terminal.ts';

const [service = '', ...rest] = process.argv.slice(2);
if (!/^[a-z]+$/.test(service) || !existsSync(join(CHECKOUT, 'apps', service, 'src/dead-letters.ts'))) {
  giveUp(
    new Error(
      'Use: npm run dead-letters -- SERVICE list, or replay EVENT_ID, or replay all; SERVICE is one that takes events, such as notifications.',
    ),
  );
}
await runAppCommand(`${service}/dist/dead-letters.js`, rest);
