import type { FaultCase } from './fault-case.ts';
import { POOL_HELD } from './pool-held.ts';
import { ROLLING_RESTARTS } from './rolling-restarts.ts';
import { FAULTS_OF_SERVERS } from './servers.ts';

/** Every case, in the order in which all of them run. */
export const CASES: readonly FaultCase[] = [...FAULTS_OF_SERVERS, POOL_HELD, ROLLING_RESTARTS];
