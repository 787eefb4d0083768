import { CLOCK_MOVED } from './clock-moved.ts';
import { DISK_FULL } from './disk-full.ts';
import { FAULTS_WITH_STANDBY } from './failover.ts';
import type { FaultCase } from './fault-case.ts';
import { POISON_MESSAGES } from './poison-messages.ts';
import { POOL_HELD } from './pool-held.ts';
import { ROLLING_RESTARTS } from './rolling-restarts.ts';
import { FAULTS_OF_SERVERS } from './servers.ts';
import { TABLE_LOCKED } from './table-locked.ts';

/** All cases, in the order in which `--case all` runs them. */
export const CASES: readonly FaultCase[] = [
  ...FAULTS_OF_SERVERS,
  ...FAULTS_WITH_STANDBY,
  DISK_FULL,
  POOL_HELD,
  TABLE_LOCKED,
  CLOCK_MOVED,
  POISON_MESSAGES,
  ROLLING_RESTARTS,
];
