import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensurePackages } from './packages.mjs';
import { runToTheEnd } from './run.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const OLDEST = [20, 19];

/** Brings a bare checkout to the point where the program can run on the Node that it is made for, and runs it there. */
export async function launch(program) {
  process.chdir(ROOT);
  refuseOldNode();
  await ensurePackages(ROOT).catch((error) => giveUp(error.message));
  const node = join(ROOT, 'node_modules/.bin/node');
  if (!existsSync(node)) {
    giveUp(
      'Node 24 was not installed with the packages: allow install scripts with "npm ci --ignore-scripts=false".',
    );
  }
  const env = {
    ...process.env,
    NX_DAEMON: 'false',
    NX_NO_CLOUD: 'true',
    NX_TUI: 'false',
    NX_INTERACTIVE: 'false',
  };
  process.exit(await runToTheEnd(node, [program, ...process.argv.slice(2)], { env }));
}

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
