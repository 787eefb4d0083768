import { join } from 'node:path';
import { locateNatsServer, startStack, type Stack } from '@pks/stack';
import { build } from './build.ts';
import { DATA } from './checkout.ts';
import { seedDemo, wantsDemo } from './demo/demo.ts';
import { gatewayPort } from './gateway-port.ts';
import { Logs } from './logs.ts';
import { claimCheckout, describe, releaseCheckout } from './state.ts';
import { Supervisor } from './supervisor.ts';
import { giveUp, sentenceOf, tell } from './terminal.ts';
import { stopTools } from './tools.ts';

const ending = new AbortController();

try {
  claimCheckout();
} catch (error) {
  giveUp(error);
}
const starting = start();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
starting.catch((error: unknown) => {
  if (ending.signal.aborted) return;
  releaseCheckout();
  giveUp(error);
});

async function start(): Promise<Stack> {
  const { port, remark } = await gatewayPort(process.env['PORT']);
  if (remark !== null) tell(remark);
  if (!process.env['NATS_URL']) await locateNatsServer(tell);
  ending.signal.throwIfAborted();
  await build();
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
  const logs = new Logs(join(DATA, 'logs'), tell);
  const supervisor = new Supervisor({
    restart: async (name) => {
      await stack.start(name);
      describe(stack);
    },
    tell,
    signal: ending.signal,
  });
  const stack = await startStack({
    directory: DATA,
    env: { PORT: String(port) },
    onProgress: tell,
    onLog: (source, line) => logs.write(source, line),
    onEnd: (name, code) => void supervisor.ended(name, code),
    signal: ending.signal,
  });
  return stack;
}

/** Data that could not be added is no reason to stop: the next start tries again. */
async function demoLogin(stack: Stack): Promise<string | null> {
  if (!wantsDemo()) return null;
  try {
    return await seedDemo(stack, ending.signal);
  } catch (error) {
    ending.signal.throwIfAborted();
    tell(sentenceOf(error));
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
  tell('Ready.');
  console.log(`\n${lines.join('\n')}\n\n  Ctrl-C stops it.\n`);
}

/** Stops everything in order; signals that come meanwhile change nothing. */
async function stop(): Promise<void> {
  if (ending.signal.aborted) return;
  tell('Stopping.');
  ending.abort(new Error('It was stopped.'));
  stopTools();
  const stack = await starting.catch(() => null);
  await stack?.stop().catch(giveUp);
  releaseCheckout();
  tell('Stopped.');
  process.exit(0);
}
