import { parentPort, workerData } from 'node:worker_threads';
import { type Surplus, sendSurplus } from './surplus.ts';

// In a thread of its own, so that the requests are sent in time whatever else the process does.
parentPort?.postMessage(await sendSurplus(workerData as Surplus));
