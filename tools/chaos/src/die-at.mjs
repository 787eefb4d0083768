// Loaded into a service before its own code: ends the process as kill -9 does, at the nth time that it reaches a moment.
import { subscribe } from 'node:diagnostics_channel';

const [moment, times] = (process.env.DIE_AT ?? '').split('@');
let left = Number(times);
if (moment) subscribe(moment, () => (left -= 1) === 0 && process.kill(process.pid, 'SIGKILL'));
