import type { PostgresServer, Throwaway } from '@pks/stack';
import type { Attempt } from '../client.ts';
import type { Ends } from '../ends.ts';
import type { World } from '../world.ts';
import type { DatabaseProxy } from './database-proxy.ts';

/** A product under a light load, into which a case injects its fault. */
export interface Scene {
  readonly product: Throwaway;
  readonly world: World;
  readonly ends: Ends;
  /** The proxy between the services and PostgreSQL. */
  readonly proxy: DatabaseProxy;
  /** Makes clients use another address from now on. */
  readonly moveClients: (baseUrl: string) => void;
  /** Makes the proxy forward services to another server from now on. */
  readonly moveDatabase: (server: PostgresServer) => Promise<void>;
  /** The number of restarts of each replica, in the case that restarts replicas. */
  readonly restarts: number;
  readonly report: (sentence: string) => void;
  /** Registers work to do once the product has ended. */
  readonly afterwards: (work: () => Promise<void>) => void;
}

/** A named fault. */
export interface FaultCase {
  readonly name: string;
  readonly sentence: string;
  /** Causes the fault, and resolves once it has ended. Returns the case's own findings, a sentence each. */
  readonly bring: (scene: Scene) => Promise<readonly string[]>;
  /** Whether the case itself may end a process, such as `nats (killed)`; by default none. */
  readonly mayEnd?: (end: string) => boolean;
  /** Whether a request may fail during the fault or the recovery; by default any may. */
  readonly mayFail?: (attempt: Attempt) => boolean;
  /** For a fault that no request notices. Without it, a case fails where none failed and most were quick: there was no fault then. */
  readonly isSilent?: true;
  /** Environment variables for every service. */
  readonly env?: (directory: string) => Readonly<Record<string, string>>;
  /** The reason why the case cannot run here; null if it can. */
  readonly hindrance?: () => Promise<string | null>;
}

/** A `mayFail` for cases in which no request may fail. */
export const NOTHING = (): boolean => false;
