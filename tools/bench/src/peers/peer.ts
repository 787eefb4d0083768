import type { LoadRequest } from '../connection.ts';

/** What is measured of the product and of each peer. */
export const POINTS = ['list', 'detail', 'create'] as const;
export type Point = (typeof POINTS)[number];

/** The requests of each point. */
export type PeerRequests = Readonly<Record<Point, readonly LoadRequest[]>>;

/** Something else that serves a table: installed in a folder of its own, started for production on a database of its own. */
export interface Peer {
  readonly name: string;
  /** Installs what it consists of; rejects with the reason why that is not possible. */
  install(cache: Cache): Promise<void>;
  /** Starts it with a filled table, and resolves once it responds; rejects with the reason why it does not. */
  start(site: Site): Promise<RunningPeer>;
}

/** Where peers are installed. */
export interface Cache {
  readonly folder: string;
  readonly say: (sentence: string) => void;
}

/** What a peer is started with. */
export interface Site {
  readonly cache: string;
  /** Empty; it is deleted afterwards. */
  readonly folder: string;
  /** An empty database. */
  readonly databaseUrl: string;
  readonly port: number;
  readonly projectIds: readonly string[];
  readonly artifactsEach: number;
}

/** A peer that responds. */
export interface RunningPeer {
  /** What was started, and how: for the report. */
  readonly setup: string;
  readonly origin: string;
  readonly token: string;
  readonly pid: number;
  readonly requests: PeerRequests;
  stop(): Promise<void>;
}
