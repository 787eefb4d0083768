// node tools/launcher/run.mjs COMMAND: installs the packages if they are missing, and runs a command of src/main.ts on
// the Node version that is one of them. This file and what it imports must run on the oldest supported Node.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runToTheEnd } from './child.mjs';
import { ensurePackages } from './packages.mjs';
import { usageOf } from './usage.mjs';

// Older versions, which are refused below, have no `import.meta.dirname`.
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OLDEST = [20, 19];

process.env.LAUNCHED_AT ??= String(Date.now());
process.chdir(ROOT);
refuseOldNode();
const usage = usageOf(process.argv.slice(2));
if (usage !== null) {
  (usage.code === 0 ? console.log : console.error)(usage.text);
  process.exit(usage.code);
}
await ensurePackages(ROOT).catch((error) => giveUp(error.message));
const node = join(ROOT, 'node_modules/.bin/node');
if (!existsSync(node)) {
  giveUp(
    'Node 24 was not installed with the packages: allow install scripts with "npm ci --ignore-scripts=false".',
  );
}
process.exit(await runToTheEnd(node, ['tools/launcher/src/main.ts', ...process.argv.slice(2)]));

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  giveUp(
    `Node ${process.versions.node} is too old: install Node ${OLDEST.join('.')} or newer from https://nodejs.org.`,
  );
}

function giveUp(sentence) {
  console.error(sentence);
  process.exit(1);
}
