import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startNats, type NatsServer } from './nats.ts';
import { freePort } from './ports.ts';
import { startService, type ServiceProcess } from './services.ts';
import { openDatabase, type StackDatabase } from './stack-database.ts';
import { secretIn } from './stack-secrets.ts';

const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url));
const GATEWAY = 'gateway';
const APPS = ['identity', 'knowledge', GATEWAY] as const;

/** What is started, and where its data is. */
export interface StackOptions {
  /** Holds the data, the secrets and the logs; made when missing. */
  readonly directory: string;
  /** Data that need not survive a crash, for tests. */
  readonly ephemeral?: boolean;
  /** All of them unless given; their builds must be there. */
  readonly apps?: readonly string[];
  /** For every service; `DATABASE_URL` and `NATS_URL` given here or in the environment replace the embedded servers, `PORT` is the gateway's. */
  readonly env?: Readonly<Record<string, string>>;
  readonly onProgress?: (sentence: string) => void;
  readonly onLog?: (source: string, line: string) => void;
}

/** The whole product, running on this machine. */
export interface Stack {
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly natsUrl: string;
  /** The servers that are ours, by name: `postgres`, `nats`. */
  readonly servers: Readonly<Record<string, number>>;
  /** Every service by name; further replicas as `name-2`, `name-3`. */
  readonly services: Record<string, ServiceProcess>;
  /** Starts a service again, or a further replica of it. */
  start(
    name: string,
    options?: { replica?: number; env?: Readonly<Record<string, string>> },
  ): Promise<ServiceProcess>;
  /** Stops the gateway, then the services, then NATS, then PostgreSQL. */
  stop(): Promise<void>;
}

/** Starts PostgreSQL, NATS and the services, side by side where they do not need one another. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const stack = new RunningStack(options);
  try {
    await stack.begin();
    return stack;
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

class RunningStack implements Stack {
  readonly services: Record<string, ServiceProcess> = {};
  private readonly options: StackOptions;
  private readonly env: Record<string, string | undefined>;
  private database: StackDatabase | null = null;
  private nats: NatsServer | null = null;
  private port = 0;
  private stopped: Promise<void> | null = null;

  constructor(options: StackOptions) {
    this.options = options;
    this.env = { ...process.env, ...options.env };
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}/api/v1`;
  }

  get databaseUrl(): string {
    return this.database?.url ?? '';
  }

  get natsUrl(): string {
    return this.env['NATS_URL'] || (this.nats?.url ?? '');
  }

  get servers(): Record<string, number> {
    return {
      ...(this.database?.server ? { postgres: this.database.server.pid } : {}),
      ...(this.nats === null ? {} : { nats: this.nats.pid }),
    };
  }

  async begin(): Promise<void> {
    this.port = Number(this.env['PORT'] || 0) || (await freePort());
    await settled([this.openDatabase(), this.openNats()]);
    const apps = this.options.apps ?? APPS;
    await settled(apps.map((name) => this.start(name)));
  }

  async start(
    name: string,
    options: { replica?: number; env?: Readonly<Record<string, string>> } = {},
  ): Promise<ServiceProcess> {
    const known = options.replica === undefined ? name : `${name}-${options.replica}`;
    const began = Date.now();
    const service = await startService({
      name: known,
      entry: join(CHECKOUT, 'apps', name, 'dist', 'main.js'),
      env: { ...this.environmentOf(name), ...options.env },
      onLog: (line) => this.options.onLog?.(known, line),
    });
    if (this.stopped !== null) await service.kill();
    this.services[known] = service;
    this.options.onProgress?.(`${known} is ready (${seconds(began)}).`);
    return service;
  }

  stop(): Promise<void> {
    this.stopped ??= this.stopInOrder();
    return this.stopped;
  }

  private async stopInOrder(): Promise<void> {
    const services = Object.entries(this.services);
    const isEdge = (name: string): boolean => name === GATEWAY || name.startsWith(`${GATEWAY}-`);
    await Promise.all(services.filter(([name]) => isEdge(name)).map(([, service]) => service.stop()));
    await Promise.all(services.filter(([name]) => !isEdge(name)).map(([, service]) => service.stop()));
    await this.nats?.stop();
    await this.database?.server?.stop();
  }

  private async openDatabase(): Promise<void> {
    const began = Date.now();
    this.database = await openDatabase({
      given: this.env['DATABASE_URL'],
      directory: join(this.options.directory, 'postgres'),
      ephemeral: this.options.ephemeral ?? false,
      onLog: (line) => this.options.onLog?.('postgres', line),
    });
    if (this.database.server !== null) this.options.onProgress?.(`PostgreSQL is ready (${seconds(began)}).`);
  }

  private async openNats(): Promise<void> {
    if (this.env['NATS_URL']) return;
    const began = Date.now();
    this.nats = await startNats({
      directory: join(this.options.directory, 'nats'),
      onLog: (line) => this.options.onLog?.('nats', line),
    });
    this.options.onProgress?.(`NATS is ready (${seconds(began)}).`);
  }

  private environmentOf(name: string): Record<string, string> {
    const edge = name === GATEWAY;
    return {
      LOG_LEVEL: this.env['LOG_LEVEL'] || 'info',
      ...this.options.env,
      NATS_URL: this.natsUrl,
      CALLER_SECRET: this.env['CALLER_SECRET'] || secretIn(this.options.directory, 'callerSecret'),
      EXIT_WITH_PARENT: '1',
      ...(edge
        ? { HOST: this.env['HOST'] || '127.0.0.1', PORT: String(this.port) }
        : { DATABASE_URL: this.databaseUrl }),
    };
  }
}

/** Waits for all before it fails with the first failure, so that nothing is still starting when everything is stopped. */
async function settled(work: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1_000).toFixed(1)} s`;
}
