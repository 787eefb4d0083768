import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PostgresServer, type Throwaway, startThrowaway } from '@pks/stack';
import type { Attempt } from '../client.ts';
import { Ends } from '../ends.ts';
import { type Ledger, Load } from '../load.ts';
import { Mailbox } from '../mailbox.ts';
import { settle } from '../oracle.ts';
import { Patience } from '../patience.ts';
import { untilRecovered } from '../recovery.ts';
import { makeWorld } from '../world.ts';
import { DatabaseProxy } from './database-proxy.ts';
import type { FaultCase } from './fault-case.ts';
import { Reads } from './reads.ts';
import { type Seen, type Verdict, verdictOn } from './verdict.ts';

/** A light load, so that the verdict is about the fault and not about the speed of the machine. */
const LOAD = { pauseMs: 500, mostMembers: 20, asks: false };
const RETRY_MS = 300;
/** How long the load runs before the fault, and after the recovery. Milliseconds. */
const BEFORE_MS = 4_000;
const AFTER_MS = 4_000;
/**
 * Anything still missing after this time is lost. Jobs that failed during a fault are retried after up to its duration.
 * Milliseconds.
 */
const SETTLED_WITHIN_MS = 240_000;

/** The options of running a case. */
export interface CaseOptions {
  readonly restarts: number;
  readonly report: (sentence: string) => void;
}

/** The result of a case, or why it did not run here. */
export type CaseResult =
  | { readonly name: string; readonly notRun: string }
  | {
      readonly name: string;
      readonly verdict: Verdict;
      readonly faultMs: number;
      readonly acknowledged: number;
      /** The time from the end of the fault until all effects of everything acknowledged had happened. */
      readonly settledAfterMs: number;
      /** The file with the output of all processes, if anything was found. */
      readonly log: string | null;
    };

/** Runs a case on its own product. */
export async function runCase(fault: FaultCase, options: CaseOptions): Promise<CaseResult> {
  const hindrance = (await fault.hindrance?.()) ?? null;
  if (hindrance !== null) return { name: fault.name, notRun: hindrance };
  const [mail, ends, proxy] = [new Mailbox(), new Ends(), new DatabaseProxy()];
  const endings: (() => Promise<void>)[] = [];
  const afterwards = (work: () => Promise<void>): unknown => endings.push(work);
  const SMTP_URL = await mail.open();
  const product = await startThrowaway('fault', {
    env: (directory) => ({ EMBEDDINGS: 'none', SMTP_URL, LOG_LEVEL: 'info', ...fault.env?.(directory) }),
    databaseBehind: (url) => behind(proxy, url),
    onEnd: (name) => ends.record(name),
  });
  try {
    const { seen, ...rest } = await observe(fault, { product, mail, ends, proxy, afterwards }, options);
    const verdict = verdictOn(seen);
    const log = await product.close({ keepLog: verdict.findings.length > 0 });
    return { name: fault.name, verdict, faultMs: seen.ended - seen.began, ...rest, log };
  } catch (error) {
    const log = await product.close({ keepLog: true });
    throw new Error(`The case ${fault.name} broke off; the log is ${log}.`, { cause: error });
  } finally {
    proxy.close();
    await mail.close();
    for (const end of endings) await end();
  }
}

interface Parts {
  readonly product: Throwaway;
  readonly mail: Mailbox;
  readonly ends: Ends;
  readonly proxy: DatabaseProxy;
  readonly afterwards: (work: () => Promise<void>) => void;
}

interface Observation {
  readonly seen: Seen;
  readonly acknowledged: number;
  readonly settledAfterMs: number;
}

async function observe(
  fault: FaultCase,
  { product, mail, ends, proxy, afterwards }: Parts,
  { restarts, report }: CaseOptions,
): Promise<Observation> {
  const { stack, directory } = product;
  const patience = new Patience();
  const attempts: Attempt[] = [];
  let [baseUrl, databaseUrl] = [stack.baseUrl, stack.databaseUrl];
  const world = await makeWorld(
    stack,
    {
      databaseUrl: () => databaseUrl,
      blobFolder: join(directory, 'documents'),
      searchFolder: join(directory, 'search'),
    },
    {
      baseUrl: () => baseUrl,
      options: {
        retryMs: RETRY_MS,
        onAttempt: (attempt) => attempts.push(attempt),
        signal: patience.signal,
      },
    },
  );
  attempts.length = 0;
  const [load, reads] = [new Load(world, LOAD), new Reads(world)];
  const moveClients = (address: string): void => void (baseUrl = address);
  const moveDatabase = async (server: PostgresServer): Promise<void> => {
    databaseUrl = server.url('project_knowledge');
    await proxy.portFor(server.port);
  };
  try {
    await sleep(BEFORE_MS);
    const began = performance.now();
    const found = await fault.bring({
      product,
      world,
      ends,
      proxy,
      moveClients,
      moveDatabase,
      restarts,
      report,
      afterwards,
    });
    const ended = performance.now();
    const gaveUp = await patience.during('Recovery', untilRecovered(world, load));
    const workedAgain = performance.now();
    await sleep(AFTER_MS);
    await reads.end();
    const stuck = gaveUp ?? (await patience.during('The end of the load', load.end()).catch(String));
    const observed = [...attempts];
    const lost =
      stuck === undefined
        ? await settle(world, load.ledger, mail, SETTLED_WITHIN_MS)
        : [`The load ended: ${stuck}`];
    const settledAfterMs = performance.now() - ended;
    return {
      seen: {
        attempts: observed,
        began,
        ended,
        workedAgain,
        mayFail: fault.mayFail ?? (() => true),
        isSilent: fault.isSilent ?? false,
        findings: [...found, ...lost],
        endedProcesses: product.ended.filter((end) => !fault.mayEnd?.(end)),
      },
      acknowledged: writesIn(load.ledger),
      settledAfterMs,
    };
  } finally {
    patience.end();
    await Promise.allSettled([load.end(), reads.end()]);
  }
}

function writesIn({ marks, ...written }: Ledger): number {
  return Object.values(written).reduce((sum, { length }) => sum + length, marks);
}

/** The address of the database behind the proxy. */
async function behind(proxy: DatabaseProxy, url: string): Promise<string> {
  const address = new URL(url);
  address.port = String(await proxy.portFor(Number(address.port)));
  address.hostname = '127.0.0.1';
  address.search = '';
  return address.href;
}
