import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ON_ITS_OWN, type Stack, freePort, startService, startStack } from '@pks/stack';
import { openGivenServers } from './given-servers.ts';

const run = promisify(execFile);
const APPS = fileURLToPath(new URL('../../../apps', import.meta.url));

/** The whole product, started for tests, with two unrelated organizations. */
export interface Product {
  readonly stack: Stack;
  /** The secret that signs callers, for further processes beside those of the stack. */
  readonly callerSecret: string;
  /** The token of the first organization's admin. */
  readonly founderToken: string;
  /** The token of the other organization's admin. */
  readonly strangerToken: string;
  /** The output of every process: its name, a space, and the line. */
  readonly logFile: string;
  /** Stops everything, and removes its data. */
  stop(): Promise<void>;
}

/** How to start a product. */
export interface ProductOptions {
  /** Starts servers that a test may stop and start again, with their data, whatever the environment names. */
  readonly ownServers?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** All services by default. */
  readonly apps?: readonly string[];
}

/** Starts the product from its builds. Takes nothing from the environment but the servers of a run of tests (`GivenServers`). */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const directory = await mkdtemp(join(tmpdir(), 'pks-e2e-'));
  await chmod(directory, 0o755);
  const given = options.ownServers === true ? null : await openGivenServers();
  const remove = async (): Promise<void> => {
    await rm(directory, { recursive: true, force: true });
    await given?.drop();
  };
  try {
    const product = await startIn(directory, { ...options, env: { ...given?.env, ...options.env } });
    return { ...product, stop: () => product.stack.stop().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function startIn(directory: string, options: ProductOptions): Promise<Omit<Product, 'stop'>> {
  const logFile = join(directory, 'log');
  const callerSecret = randomBytes(32).toString('hex');
  const stack = await startStack({
    directory,
    ephemeral: options.ownServers !== true,
    ...(options.apps ? { apps: options.apps } : {}),
    env: {
      ...ON_ITS_OWN,
      CALLER_SECRET: callerSecret,
      EMBEDDINGS: 'none',
      PASSWORD_HASH_COST: '10',
      ...options.env,
    },
    onLog: (source, line) => appendFileSync(logFile, `${source} ${line}\n`),
  });
  try {
    const founderToken = await found(stack.databaseUrl, 'Everybody');
    const strangerToken = await found(stack.databaseUrl, 'Elsewhere');
    return { stack, callerSecret, founderToken, strangerToken, logFile };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

/** A gateway that runs beside those of a product. */
export interface FurtherGateway {
  readonly baseUrl: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts another gateway of a product, with an environment of its own. It logs only warnings and errors, unless the environment says otherwise. */
export async function startFurtherGateway(
  product: { readonly natsUrl: string; readonly callerSecret: string },
  env: Readonly<Record<string, string>>,
  onLog?: (line: string) => void,
): Promise<FurtherGateway> {
  const port = String(await freePort());
  const gateway = await startService({
    name: 'gateway',
    entry: join(APPS, 'gateway/dist/main.js'),
    env: {
      GATEWAY_NATS_URL: product.natsUrl,
      CALLER_SECRET: product.callerSecret,
      EXIT_WITH_PARENT: '1',
      LOG_LEVEL: 'warn',
      PORT: port,
      ...env,
    },
    ...(onLog ? { onLog } : {}),
  });
  return { baseUrl: `http://127.0.0.1:${port}/api/v1`, pid: gateway.pid, stop: () => gateway.stop() };
}

/** Creates an organization as an operator does. Returns the token of its admin. */
async function found(databaseUrl: string, name: string): Promise<string> {
  const email = `founder-${randomUUID()}@e2e.test`;
  const args = [
    join(APPS, 'identity/dist/admin.js'),
    'create-organization',
    '--name',
    name,
    '--email',
    email,
  ];
  const { stdout } = await run(process.execPath, args, {
    env: { ...process.env, ...ON_ITS_OWN, DATABASE_URL: databaseUrl },
  });
  return stdout.trim();
}
