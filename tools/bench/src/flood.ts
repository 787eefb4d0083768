import { parentPort, workerData } from 'node:worker_threads';
import { type Load, send } from './load.ts';

// A load in a thread of its own, so that it does not delay the measurement beside it.
parentPort?.postMessage(await send(workerData as Load));
