import { join } from 'node:path';
import { locateNatsServer, startStack, type Stack } from '@pks/stack';
import { build } from './build.ts';
import { DATA } from './checkout.ts';
import { seedDemo, wantsDemo } from './demo/demo.ts';
import { gatewayPort } from './gateway-port.ts';
import { Logs } from './logs.ts';
import { stopNx } from './nx.ts';
import { claimCheckout, describe, releaseCheckout } from './state.ts';
import { Supervisor } from './supervisor.ts';
import { giveUp, report, sentenceOf } from './terminal.ts';

const ending = new AbortController();

/** Starts the product and resolves when it is ready. A signal stops it, in order, and ends this process. */
export async function start(): Promise<void> {
  claimCheckout();
  const starting = startProduct();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void stop(starting));
  try {
    await starting;
  } catch (error) {
    if (ending.signal.aborted) return;
    releaseCheckout();
    throw error;
  }
}

async function startProduct(): Promise<Stack> {
  const { port, remark } = await gatewayPort(process.env['PORT']);
  if (remark !== null) report(remark);
  if (!process.env['NATS_URL']) await locateNatsServer(report);
  ending.signal.throwIfAborted();
  const stack = await startWatched(port);
  try {
    describe(stack);
    announce(stack, await demoLogin(stack));
    return stack;
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

async function startWatched(port: number): Promise<Stack> {
  const logs = new Logs(join(DATA, 'logs'), report);
  const supervisor = new Supervisor({
    restart: async (name) => {
      await stack.start(name);
      describe(stack);
    },
    report,
    signal: ending.signal,
  });
  const stack = await startStack({
    directory: DATA,
    env: { PORT: String(port) },
    beforeServices: build,
    onProgress: report,
    onLog: (source, line) => logs.write(source, line),
    onEnd: (name, code) => void supervisor.ended(name, code),
    signal: ending.signal,
  });
  return stack;
}

/** Demo data that could not be added does not stop the product: the next start retries. */
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

function announce({ baseUrl, mailUrl }: Stack, login: string | null): void {
  const lines = [
    `  API        ${baseUrl}/`,
    `  Reference  ${baseUrl}/docs`,
    `  Log in as  ${login ?? 'nobody yet: npm run admin -- create-organization --name NAME --email EMAIL'}`,
    ...(mailUrl === null ? [] : [`  Mail       ${mailUrl}`]),
    `  Logs       ${join(DATA, 'logs')}`,
  ];
  report('Ready.');
  console.log(`\n${lines.join('\n')}\n\n  Ctrl-C stops it.\n`);
}

/** Stops everything in order. Further signals are ignored. */
async function stop(starting: Promise<Stack>): Promise<void> {
  if (ending.signal.aborted) return;
  report('Stopping.');
  ending.abort(new Error('It was stopped.'));
  stopNx();
  const stack = await starting.catch(() => null);
  await stack?.stop().catch(giveUp);
  releaseCheckout();
  report('Stopped.');
  process.exit(0);
}
