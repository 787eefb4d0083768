import type { PostgresServer, Throwaway } from '@pks/stack';
import type { Attempt } from '../client.ts';
import type { Ends } from '../ends.ts';
import type { World } from '../world.ts';
import type { DatabaseProxy } from './database-proxy.ts';

/** A product under a light load, to which a case brings its fault. */
export interface Scene {
  readonly product: Throwaway;
  readonly world: World;
  readonly ends: Ends;
  /** Between the services and PostgreSQL. */
  readonly proxy: DatabaseProxy;
  /** Where clients find the product from now on. */
  readonly moveClients: (baseUrl: string) => void;
  /** Which server services find behind the proxy from now on. */
  readonly moveDatabase: (server: PostgresServer) => Promise<void>;
  /** How often each replica is restarted, in the case that restarts replicas. */
  readonly restarts: number;
  readonly report: (sentence: string) => void;
  /** Called once the product has ended. */
  readonly afterwards: (work: () => Promise<void>) => void;
}

/** A fault with a name. */
export interface FaultCase {
  readonly name: string;
  readonly sentence: string;
  /** Brings the fault, and resolves once it has ended. Returns what it found itself, a sentence each. */
  readonly bring: (scene: Scene) => Promise<readonly string[]>;
  /** Whether an end is the case's own, such as `nats (killed)`: none is unless given. */
  readonly mayEnd?: (end: string) => boolean;
  /** Whether a request may fail during the fault, or while everything becomes normal again: any may unless given. */
  readonly mayFail?: (attempt: Attempt) => boolean;
  /** For every service. */
  readonly env?: (directory: string) => Readonly<Record<string, string>>;
  /** Why the case cannot run here; null when it can. */
  readonly hindrance?: () => Promise<string | null>;
}

/** For cases in which nothing may fail. */
export const NOTHING = (): boolean => false;
