import { parentPort, workerData } from 'node:worker_threads';
import { type Load, send } from './load.ts';

// A load in a thread of its own, so that whoever measures beside it does not wait for it.
parentPort?.postMessage(await send(workerData as Load));
