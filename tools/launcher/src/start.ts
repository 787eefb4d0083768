import { join } from 'node:path';
import { locateNatsServer, remarkOnNats, type Stack } from '@pks/stack';
import { announcement, servesConsole } from './announcement.ts';
import { assertBuilt, build } from './build.ts';
import { DATA } from './checkout.ts';
import { seedDemo, wantsDemo } from './demo/demo.ts';
import { portsFor } from './ports.ts';
import { Logs } from './logs.ts';
import { stopNx } from './nx.ts';
import { claimCheckout, describe, releaseCheckout } from './state.ts';
import { giveUp, report, sentenceOf } from './terminal.ts';
import { startWatched } from './watched.ts';

const ending = new AbortController();
/** How each signal that stops the product is described. */
const REASONS = {
  SIGINT: 'Ctrl-C, or SIGINT',
  SIGTERM: 'SIGTERM',
  SIGHUP: 'the terminal was closed, or SIGHUP',
};

/** Starts the product and resolves when it is ready. A signal stops it, in order, and ends this process. */
export async function start(args: readonly string[]): Promise<void> {
  wantsDemo();
  claimCheckout();
  const starting = startProduct({ verbose: args.includes('--verbose'), asBuilt: args.includes('--built') });
  for (const [signal, reason] of Object.entries(REASONS))
    process.on(signal, () => void stop(starting, reason));
  try {
    await starting;
  } catch (error) {
    if (ending.signal.aborted) return;
    releaseCheckout();
    throw error;
  }
}

interface StartOptions {
  readonly verbose: boolean;
  /** Whether what was built last is started. */
  readonly asBuilt: boolean;
}

async function startProduct({ verbose, asBuilt }: StartOptions): Promise<Stack> {
  const { port, remark } = await portsFor(process.env);
  if (remark !== null) report(remark);
  if (!process.env['NATS_URL']) await locateNats();
  ending.signal.throwIfAborted();
  const stack = await startServing(port, asBuilt ? assertBuilt : build);
  try {
    describe(stack);
    const login = await demoLogin(stack);
    report('Ready.');
    console.log(announcement(stack, { login, verbose }));
    return stack;
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

/** Locates the NATS server before anything is started, because a download takes time. */
async function locateNats(): Promise<void> {
  const remark = await remarkOnNats(await locateNatsServer(report, ending.signal));
  if (remark !== null) report(remark);
}

function startServing(port: number, beforeServices: () => Promise<void>): Promise<Stack> {
  const logs = new Logs(join(DATA, 'logs'), report);
  return startWatched(
    {
      directory: DATA,
      env: { PORT: String(port), ...linksOf(port) },
      beforeServices,
      onProgress: report,
      onLog: (source, line) => logs.write(source, line),
      signal: ending.signal,
    },
    { report, onRestart: describe },
  );
}

/** The variable with the address of the pages that e-mails link to, if the console serves them and nothing else is configured. */
function linksOf(port: number): Readonly<Record<string, string>> {
  const { PUBLIC_APP_URL: app, PUBLIC_BASE_URL: api } = process.env;
  return servesConsole() && !app && !api ? { PUBLIC_APP_URL: `http://127.0.0.1:${port}` } : {};
}

/** Adds the demo data. If that fails, the product runs without: the next start retries. */
async function demoLogin(stack: Stack): Promise<string | null> {
  if (!wantsDemo()) return null;
  try {
    return await seedDemo(stack, ending.signal);
  } catch (error) {
    ending.signal.throwIfAborted();
    report(sentenceOf(error));
    return null;
  }
}

/** Stops everything in order. Further signals are ignored. */
async function stop(starting: Promise<Stack>, reason: string): Promise<void> {
  if (ending.signal.aborted) return;
  report(`Stopping: ${reason}.`);
  ending.abort(new Error('It was stopped.'));
  stopNx();
  const stack = await starting.catch(() => null);
  await stack?.stop().catch(giveUp);
  releaseCheckout();
  report('Stopped.');
  process.exit(0);
}
