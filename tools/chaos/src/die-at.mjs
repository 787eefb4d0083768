// Loaded into a service before its own code: ends the process, as kill -9 does, the nth time that it reaches a moment.
// `DIE_AT` counts from the start. After SIGUSR2, it counts from then on, as the process's file in `DIE_AT_FOLDER` says.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { subscribe } from 'node:diagnostics_channel';

function dieAt(text) {
  const [moment, times] = text.split('@');
  let left = Number(times);
  if (moment) subscribe(moment, () => (left -= 1) === 0 && process.kill(process.pid, 'SIGKILL'));
}

dieAt(process.env.DIE_AT ?? '');
const folder = process.env.DIE_AT_FOLDER;
if (folder) process.on('SIGUSR2', () => dieAt(readFileSync(join(folder, String(process.pid)), 'utf8')));
