import { parentPort, workerData } from 'node:worker_threads';
import { type Surplus, sendSurplus } from './surplus.ts';

// In a thread of its own, so that a surplus is offered in time whatever else this process does.
parentPort?.postMessage(await sendSurplus(workerData as Surplus));
