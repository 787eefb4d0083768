import type { ServiceProcess } from './services.ts';

/** Which parts are started, and where their data is. */
export interface StackOptions {
  /** Contains the data and the secrets; created when missing. */
  readonly directory: string;
  /** Data that need not survive a crash, for tests. */
  readonly ephemeral?: boolean;
  /** The apps to start, all by default; they must be built. */
  readonly apps?: readonly string[];
  /** Variables for every service; `DATABASE_URL`, `NATS_URL` and `SMTP_URL` given here or in the environment replace the embedded servers, `IDENTITY_NATS_URL` and the like are for single services, `PORT` is the gateway's, `MAIL_PORT` that of the page of sent mails. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of the embedded PostgreSQL, in addition to those that it always has. */
  readonly postgresSettings?: Readonly<Record<string, string>>;
  /** Returns the address at which services reach the embedded database, in place of its own. */
  readonly databaseBehind?: (url: string) => Promise<string>;
  /** Runs while the servers are started; services are started once it is done. */
  readonly beforeServices?: () => Promise<void>;
  readonly onProgress?: (sentence: string) => void;
  readonly onLog?: (source: string, line: string) => void;
  /** Called when a process exits although it was not stopped. */
  readonly onEnd?: (name: string, code: number | null) => void;
  /** Cancels the start, and stops what was started. */
  readonly signal?: AbortSignal;
}

/** How a service is started in a running stack. */
export interface StartOptions {
  /** Runs the service as `name-2`, `name-3`, …, beside the first replica. */
  readonly replica?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** The whole product, running on this machine. */
export interface Stack {
  readonly baseUrl: string;
  /** The address of the database that services share; empty if each has its own. */
  readonly databaseUrl: string;
  /** The address of the database of each service. */
  readonly databaseUrls: Readonly<Record<string, string>>;
  /** The address of NATS with the user of each service, and of the gateway. */
  readonly natsUrls: Readonly<Record<string, string>>;
  /** The address of the page of sent mails; null where a mail server is given. */
  readonly mailUrl: string | null;
  /** The process ids of the embedded servers, by name: `postgres`, `nats`. */
  readonly servers: Readonly<Record<string, number>>;
  /** Every service by name. */
  readonly services: Record<string, ServiceProcess>;
  /** Restarts a service, starts a further replica of it, or restarts an embedded server (`postgres`, `nats`) at the same address. */
  start(name: string, options?: StartOptions): Promise<void>;
  /** Stops the gateway, then the services, then the mail catcher, NATS and PostgreSQL. */
  stop(): Promise<void>;
}
