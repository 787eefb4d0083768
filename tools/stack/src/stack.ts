import { join } from 'node:path';
import { CHECKOUT } from './checkout.ts';
import { APPS, databasesOf, GATEWAY, MAILING } from './environment.ts';
import { startMailCatcher, type MailCatcher } from './mail/mail-catcher.ts';
import { startNats, type NatsServer } from './nats.ts';
import { declaredUsers, type NatsUsers } from './nats-users.ts';
import { freePort } from './ports.ts';
import { privateFolder } from './private-folder.ts';
import { startService, type ServiceProcess } from './services.ts';
import { openDatabase, type StackDatabase } from './stack-database.ts';
import type { Stack, StackOptions, StartOptions } from './stack-options.ts';
import { secretIn } from './stack-secrets.ts';

const TITLES: Readonly<Record<string, string | undefined>> = {
  postgres: 'PostgreSQL',
  nats: 'NATS',
  mail: 'The mail catcher',
};
/** A reason is not reported again sooner: each of several services reports every five seconds what it waits for. Milliseconds. */
const TELL_AGAIN_MS = 4_500;
/** The service whose answers link to the API. */
const LINKING = 'knowledge';
/**
 * Arguments of Node.js in addition to those that all services get; of repeated arguments, the last one counts. The knowledge service
 * writes most: a larger young generation saves it an eighth of its processor time, for 20 MB.
 */
const OWN_ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  knowledge: ['--max-semi-space-size=16'],
};

/** Starts PostgreSQL, NATS, the mail catcher and the services, in parallel where they do not need one another. */
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

/** Ends a stack at once: nobody needs what its services were doing. */
export async function abandon(stack: Pick<Stack, 'services' | 'stop'>): Promise<void> {
  await Promise.all(Object.values(stack.services).map((service) => service.kill()));
  await stack.stop();
}

class RunningStack implements Stack {
  readonly services: Record<string, ServiceProcess> = {};
  private readonly options: StackOptions;
  private readonly env: Readonly<Record<string, string | undefined>>;
  private readonly told = new Map<string, number>();
  private readonly stopping = new AbortController();
  private readonly starting = new Set<Promise<unknown>>();
  private database: StackDatabase | null = null;
  private servicesDatabaseUrl = '';
  private nats: NatsServer | null = null;
  private users: NatsUsers | null = null;
  private mail: MailCatcher | null = null;
  private port = 0;
  private stopped: Promise<void> | null = null;

  constructor(options: StackOptions) {
    this.options = options;
    this.env = { ...process.env, ...options.env };
    options.signal?.addEventListener('abort', () => this.stopping.abort(options.signal?.reason));
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}/api/v1`;
  }

  get databaseUrl(): string {
    return this.database?.url ?? '';
  }

  get databaseUrls(): Record<string, string> {
    return databasesOf(this.env, this.databaseUrl);
  }

  get natsUrls(): Record<string, string> {
    return Object.fromEntries(APPS.map((name) => [name, this.natsUrlOf(name)]));
  }

  get mailUrl(): string | null {
    return this.mail?.url ?? null;
  }

  get servers(): Record<string, number> {
    const postgres = this.database?.server?.pid;
    const nats = this.nats?.pid;
    return { ...(postgres === undefined ? {} : { postgres }), ...(nats === undefined ? {} : { nats }) };
  }

  async begin(): Promise<void> {
    this.port = Number(this.env['PORT'] || 0) || (await freePort());
    const apps = this.options.apps ?? APPS;
    const servers = ['postgres', ...(apps.includes(MAILING) ? ['mail'] : [])];
    const built = this.options.beforeServices?.() ?? Promise.resolve();
    await settled([...servers.map((name) => this.start(name)), built.then(() => this.start('nats'))]);
    await settled(apps.map((name) => this.start(name)));
  }

  async start(name: string, options: StartOptions = {}): Promise<void> {
    this.stopping.signal.throwIfAborted();
    const began = performance.now();
    const known = options.replica === undefined ? name : `${name}-${options.replica}`;
    const work = this.startNamed(name, known, options);
    this.starting.add(work);
    try {
      if (await work)
        this.options.onProgress?.(`${TITLES[known] ?? known} is ready after ${seconds(began)}.`);
    } finally {
      this.starting.delete(work);
    }
  }

  stop(): Promise<void> {
    this.stopping.abort(new Error('The stack was stopped.'));
    this.stopped ??= this.stopInOrder();
    return this.stopped;
  }

  private async stopInOrder(): Promise<void> {
    await Promise.allSettled(this.starting);
    const services = Object.entries(this.services);
    const isEdge = (name: string): boolean => name === GATEWAY || name.startsWith(`${GATEWAY}-`);
    await Promise.all(services.filter(([name]) => isEdge(name)).map(([, service]) => service.stop()));
    await Promise.all(services.filter(([name]) => !isEdge(name)).map(([, service]) => service.stop()));
    await this.mail?.stop();
    await this.nats?.stop();
    await this.database?.server?.stop();
  }

  /** Starts a service or server. Returns false if there was nothing to start, because the server is given. */
  private async startNamed(name: string, known: string, options: StartOptions): Promise<boolean> {
    if (name === 'postgres') return this.openDatabase();
    if (name === 'nats') return this.openNats();
    if (name === 'mail') return this.openMail();
    const last = this.services[known];
    const service = await startService({
      name: known,
      entry: join(CHECKOUT, 'apps', name, 'dist', 'main.js'),
      execArgv: OWN_ARGUMENTS[name] ?? [],
      env: { ...this.environmentOf(name), ...options.env },
      healthPort: last?.healthPort,
      onLog: (line) => this.options.onLog?.(known, line),
      onWaiting: (reason) => this.tellWaiting(reason),
      signal: this.stopping.signal,
    });
    this.services[known] = service;
    if (last && last.healthUrl !== service.healthUrl)
      this.options.onProgress?.(`The health address of ${known} is now ${service.healthUrl}/ready.`);
    this.watch(known, service);
    return true;
  }

  /** Reports why services wait. They wait for the same servers, so each reason is reported only now and then. */
  private tellWaiting(reason: string): void {
    if (performance.now() - (this.told.get(reason) ?? -Infinity) < TELL_AGAIN_MS) return;
    this.told.set(reason, performance.now());
    this.options.onProgress?.(`Waiting for ${reason}`);
  }

  private async openDatabase(): Promise<boolean> {
    const given = this.env['DATABASE_URL'] ?? '';
    if (given === '' && !Object.values(databasesOf(this.env, given)).includes('')) return false;
    const port = this.database?.server?.port;
    this.database = await openDatabase({
      given,
      directory: join(this.options.directory, 'postgres'),
      ephemeral: this.options.ephemeral ?? false,
      settings: this.options.postgresSettings ?? {},
      onLog: (line) => this.options.onLog?.('postgres', line),
      onNotice: (sentence) => this.options.onProgress?.(sentence),
      ...(port === undefined ? {} : { port }),
    });
    const { url, server } = this.database;
    this.servicesDatabaseUrl =
      (server === null ? undefined : await this.options.databaseBehind?.(url)) ?? url;
    if (server !== null) this.watch('postgres', server);
    return server !== null;
  }

  private async openNats(): Promise<boolean> {
    if (this.env['NATS_URL']) return false;
    this.users ??= await declaredUsers((user) => secretIn(this.options.directory, `nats.${user}`));
    const { settings, env } = this.users;
    this.nats = await startNats({
      directory: join(this.options.directory, 'nats'),
      settings,
      env,
      onLog: (line) => this.options.onLog?.('nats', line),
      ...(this.nats === null ? {} : { port: this.nats.port }),
    });
    this.watch('nats', this.nats);
    return true;
  }

  private async openMail(): Promise<boolean> {
    if (this.env['SMTP_URL']) return false;
    const port = Number(this.env['MAIL_PORT'] || 0);
    this.mail = await startMailCatcher(join(this.options.directory, 'mails'), port);
    return true;
  }

  /** The address of NATS with the user of the service, wherever the server is. */
  private natsUrlOf(name: string): string {
    const given = this.env[`${name.toUpperCase()}_NATS_URL`] || this.env['NATS_URL'];
    return given || (this.users?.urlFor(name, this.nats?.port ?? 0) ?? '');
  }

  private watch(name: string, started: { readonly exited: Promise<number | null> }): void {
    void started.exited.then((code) => {
      if (!this.stopping.signal.aborted) this.options.onEnd?.(name, code);
    });
  }

  private environmentOf(name: string): Record<string, string> {
    const { PORT: _, ...given } = this.options.env ?? {};
    return {
      LOG_LEVEL: this.env['LOG_LEVEL'] || 'info',
      ...given,
      NATS_URL: this.natsUrlOf(name),
      BLOB_STORE: this.env['BLOB_STORE'] || privateFolder(join(this.options.directory, 'documents')),
      SEARCH_INDEX: this.env['SEARCH_INDEX'] || privateFolder(join(this.options.directory, 'search')),
      ...(name === LINKING ? { PUBLIC_BASE_URL: this.env['PUBLIC_BASE_URL'] || this.baseUrl } : {}),
      CALLER_SECRET: this.env['CALLER_SECRET'] || secretIn(this.options.directory, 'callerSecret'),
      EXIT_WITH_PARENT: '1',
      ...(name === GATEWAY
        ? { NODE_ENV: 'development', HOST: '127.0.0.1', PORT: String(this.port) }
        : {
            DATABASE_URL: this.servicesDatabaseUrl,
            ...(this.mail === null ? {} : { SMTP_URL: this.mail.smtpUrl }),
          }),
    };
  }
}

/** Waits for all work before rejecting with the first failure, so that nothing is still starting when everything is stopped. */
async function settled(work: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(work)) {
    if (result.status === 'rejected') throw result.reason;
  }
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(1)} s`;
}
