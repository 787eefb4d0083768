import { type Stack, commandOptions, stoppable, wholeNumber } from '@pks/stack';
import { measureAgainst } from './against.ts';
import {
  type Baseline,
  type Contender,
  effectsOf,
  processesOf,
  requestsOf,
  startBaseline,
} from './contenders.ts';
import { RECORDING_TIMES } from './database-time.ts';
import { measureDocuments, seedDocuments } from './documents.ts';
import { measureEvents } from './events.ts';
import { measureFairness } from './fairness.ts';
import { measureGrowth } from './growth/measure-growth.ts';
import { MANY_INTERVIEWS, measureInterviews, seedInterviews } from './interviews.ts';
import type { LoadRequest } from './connection.ts';
import { measure } from './measure.ts';
import { measureMembers } from './members.ts';
import { HALF_A_MILLION, measureNotifications } from './notifications.ts';
import { measureOverload } from './overload.ts';
import { measurePeers } from './peers/measure-peers.ts';
import { memoryOf, startProduct } from './product.ts';
import { summarise, table } from './report.ts';
import { type SeedSize, seed } from './seed.ts';
import { MEASURED, MEASURED_ALONE, isSelected, wrongIn } from './selection.ts';
import { measureSignals, seedSignals, signalListOf } from './signals.ts';
import { timingTable } from './timing.ts';

const USE = `Use: npm run bench -- [--only NAME …] [--rounds N] [--seconds N] [--projects N] [--artifacts N] [--against CHECKOUT],
  and with --only growth also [--growth N] [--spread N]. NAME is ${MEASURED_ALONE.join(', ')}, or a part of one of these:
  ${MEASURED.join(', ')}`;

const values = commandOptions(
  {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    projects: { type: 'string', default: '200' },
    artifacts: { type: 'string', default: '500' },
    only: { type: 'string', multiple: true },
    /** How many times as much data the large product of `--only growth` has; 100 times by default. */
    growth: { type: 'string' },
    /**
     * In how many times as many projects that data is: with more, most projects are small beside the measured
     * one. In no more by default.
     */
    spread: { type: 'string' },
    /** The folder of another checkout, already built, to compare with. */
    against: { type: 'string' },
  },
  USE,
);
const selects = (name: string): boolean => isSelected(values.only, name);
const whole = (
  option: 'rounds' | 'seconds' | 'projects' | 'artifacts' | 'growth' | 'spread',
  usual = '',
): number => wholeNumber(option, values[option] ?? usual, USE);
/** Answers hot reads from memory. Only when those are selected: all other measurements run without. */
const keeps = values.only?.includes('hot') ?? false;
const CONNECTIONS = 64;
const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

const size: SeedSize = { projects: whole('projects'), artifactsEach: whole('artifacts') };
const rounds = { rounds: whole('rounds'), seconds: whole('seconds') };
const growth = { factor: whole('growth', '100'), spread: whole('spread', '1'), rounds: rounds.rounds };
const wrong = wrongIn(values.only, {
  isCompared: values.against !== undefined,
  ofGrowth: (['growth', 'spread'] as const).filter((option) => values[option] !== undefined),
});
if (wrong !== null) {
  say(`${wrong}\n${USE}`);
  process.exit(2);
}

await stoppable(async (signal) => {
  if (values.against !== undefined) await measureBeside(values.against);
  else if (values.only?.includes('peers')) await measureWithPeers(signal);
  else if (values.only?.includes('overload')) await measureSurplus();
  else if (values.only?.includes('growth')) await measureGrown();
  else await measureAll();
});

/** Runs alone, and only when selected: it installs the peers. */
async function measureWithPeers(signal: AbortSignal): Promise<void> {
  const loaded = { ...rounds, connections: CONNECTIONS, warmUpSeconds: 3 };
  process.stdout.write(`\n${await measurePeers({ size, rounds: loaded, say, signal })}`);
}

async function measureBeside(checkout: string): Promise<void> {
  // The first seconds of a process are not representative: its functions are still being optimized.
  const loaded = { ...rounds, connections: CONNECTIONS, warmUpSeconds: 10 };
  process.stdout.write(await measureAgainst(checkout, size, loaded, say, selects));
}

/** Runs alone, and only when selected: it takes minutes. */
async function measureSurplus(): Promise<void> {
  const { stack, close } = await startProduct(say);
  try {
    say('seeding');
    const seeded = await seed(stack.databaseUrl, size);
    say('more than can be served');
    const target = { ...targetOf(stack), token: seeded.token, requests: requestsOf(seeded).list };
    process.stdout.write(`\n${await measureOverload(target, rounds.seconds)}\n`);
  } finally {
    await close();
  }
}

/** Runs alone, and only when selected: seeding takes a quarter of an hour, and 20 GB. */
async function measureGrown(): Promise<void> {
  process.stdout.write(`\n${await measureGrowth({ ...growth, say })}`);
}

async function measureAll(): Promise<void> {
  const { stack, close } = await startProduct(say, RECORDING_TIMES, { keeps });
  const baselines: Baseline[] = [];
  try {
    say('seeding');
    const seeded = await seed(stack.databaseUrl, size);
    const first = requestsOf(seeded).list[0]?.path ?? '';
    for (const file of ['plain.ts', 'nest.ts']) {
      baselines.push(await startBaseline(file, stack.databaseUrl, first));
    }
    if (selects('signals')) {
      say('400,000 signals');
      await seedSignals(stack.databaseUrl, seeded);
    }
    const requests = { ...requestsOf(seeded), signals: signalListOf(seeded) };
    const contenders = contendersOf(stack, baselines, seeded.token, requests).filter(({ name }) =>
      selects(name),
    );
    if (contenders.length > 0) process.stdout.write(await underLoad(contenders, stack));
    if (selects('fairness')) {
      say('one project at full speed');
      const origin = new URL(stack.baseUrl).origin;
      process.stdout.write(`\n${await measureFairness(origin, seeded, rounds.seconds)}\n`);
    }
    if (selects('notifications')) {
      say('half a million notifications');
      const timings = await measureNotifications(stack.baseUrl, stack.databaseUrl, seeded, 40);
      process.stdout.write(`\n${timingTable(HALF_A_MILLION, timings)}\n`);
    }
    if (selects('events')) {
      const timing = await measureEvents(stack.baseUrl, seeded, 100);
      process.stdout.write(`\n${timingTable('One event at a time, nothing else under way:', [timing])}\n`);
    }
    if (selects('members')) {
      say('10,000 members');
      process.stdout.write(`\n${await measureMembers(stack, seeded)}\n`);
    }
    if (selects('signals')) {
      say('lists of the signals');
      const timings = await measureSignals(stack, seeded, 20);
      process.stdout.write(
        `\n${timingTable('400,000 signals of one project, at one connection:', timings)}\n`,
      );
    }
    if (selects('interviews')) {
      say('120,000 interviews');
      await seedInterviews(stack.databaseUrl, seeded);
      const timings = await measureInterviews(stack, seeded, 40);
      process.stdout.write(`\n${timingTable(MANY_INTERVIEWS, timings)}\n`);
    }
    if (selects('documents')) {
      say('300,000 documents');
      await seedDocuments(stack.databaseUrl, seeded);
      const timings = await measureDocuments(stack, seeded, 20);
      process.stdout.write(
        `\n${timingTable('300,000 documents of one project, at one connection:', timings)}\n`,
      );
    }
  } finally {
    for (const { process: child } of baselines) child.kill();
    await close();
  }
}

function targetOf(running: Stack): Pick<Contender, 'origin' | 'processes'> {
  return { origin: new URL(running.baseUrl).origin, processes: processesOf(running) };
}

/** The results of the contenders, as text. */
async function underLoad(contenders: readonly Contender[], running: Stack): Promise<string> {
  const warm = { ...rounds, warmUpSeconds: 2 };
  const loaded = await measure(contenders, { ...warm, connections: CONNECTIONS }, say);
  const alone = await measure(contenders, { ...warm, connections: 1 }, say);
  const summaries = contenders.map((contender) =>
    summarise(contender, loaded.get(contender.name) ?? [], alone.get(contender.name) ?? []),
  );
  return `\n${explanation()}\n\n${table(summaries)}\n\nResident after the load: ${memoryOf(running)}\n`;
}

function contendersOf(
  running: Stack,
  [plain, nest]: readonly Baseline[],
  token: string,
  requests: ReturnType<typeof requestsOf> & { readonly signals: LoadRequest[] },
): Contender[] {
  const processes = processesOf(running);
  const baseline = (name: string, kind: keyof typeof requests, one = plain): Contender => ({
    name,
    origin: one?.origin ?? '',
    token,
    requests: requests[kind],
    processes: { process: one?.process.pid ?? 0, postgres: processes['postgres'] ?? 0 },
    baselines: [],
  });
  const lists = [
    baseline('(a) list: node:http + pg', 'list'),
    baseline('(b) list: Nest + Fastify + TypeORM', 'list', nest),
  ];
  const writes = [
    baseline('(a) append: node:http + pg', 'append'),
    baseline('(a) publish: node:http + pg', 'publishOthers'),
  ] as const;
  const product = { ...targetOf(running), token };
  const reading = { ...product, baselines: lists.map(({ name }) => name) };
  const pidOf = (service: string): number => running.services[service]?.pid ?? 0;
  return [
    ...lists,
    { ...reading, name: 'list', requests: requests.list },
    { ...reading, name: 'detail', requests: requests.detail },
    ...(keeps ? hotOf(reading, requests) : []),
    {
      ...reading,
      name: 'signals: list',
      requests: requests.signals,
      processes: { ...processes, service: pidOf('feedback') },
    },
    writes[0],
    { ...product, name: 'append', requests: requests.append, baselines: [writes[0].name] },
    { ...product, name: 'keyed append', requests: requests.keyedAppend, baselines: [writes[0].name] },
    writes[1],
    {
      ...product,
      name: 'publish',
      requests: requests.publish,
      processes: { ...processes, ...effectsOf(running) },
      baselines: [writes[1].name],
    },
  ];
}

/** One request of each kind, repeated, which a gateway answers from memory. */
function hotOf(
  reading: Omit<Contender, 'name' | 'requests'>,
  { list, detail, hotSearch }: ReturnType<typeof requestsOf>,
): Contender[] {
  return [
    { ...reading, name: 'hot list', requests: list.slice(0, 1) },
    { ...reading, name: 'hot detail', requests: detail.slice(0, 1) },
    { ...reading, name: 'hot search', requests: hotSearch },
  ];
}

function explanation(): string {
  return [
    `${values.projects} projects x ${values.artifacts} artifacts; lists of 20; medians of ${values.rounds} interleaved rounds of`,
    `${values.seconds} s at ${CONNECTIONS} connections, and at one ("1 conn": p50). The product checks`,
    'credentials, permissions and requests, writes its logs, and tells others what was published; (a) and (b) do none of it.',
  ].join('\n');
}
