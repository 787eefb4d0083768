import type { LoadRequest } from '../connection.ts';

/** The requests that are measured for the product and each peer. */
export const POINTS = ['list', 'detail', 'create'] as const;
export type Point = (typeof POINTS)[number];

/** The requests of each kind. */
export type PeerRequests = Readonly<Record<Point, readonly LoadRequest[]>>;

/** Another server of a table: installed in its own folder, and started for production on its own database. */
export interface Peer {
  readonly name: string;
  /** Installs the peer; rejects with the reason if that is not possible. */
  install(cache: Cache): Promise<void>;
  /** Starts the peer with a filled table, and resolves once it responds; rejects with the reason if it does not. */
  start(site: Site): Promise<RunningPeer>;
}

/** Where peers are installed. */
export interface Cache {
  readonly folder: string;
  readonly say: (sentence: string) => void;
}

/** The parameters with which a peer is started. */
export interface Site {
  readonly cache: string;
  /** An empty folder, deleted afterwards. */
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
