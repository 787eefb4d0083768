import { appendFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { abandon, closeWhenStopped, startStack } from '@pks/stack';
import type { Chance } from './chance.ts';
import { Ends } from './ends.ts';
import { type Kill, type Plan, kill } from './killer.ts';
import { Load, type LoadOptions } from './load.ts';
import { Mailbox } from './mailbox.ts';
import { type Findings, settle } from './oracle.ts';
import { untilRecovered } from './recovery.ts';
import { makeWorld } from './world.ts';

const HOOK = new URL('die-at.mjs', import.meta.url).href;
/** The time after the last kill within which everything is delivered. Milliseconds. */
const SETTLED_WITHIN_MS = 90_000;

/** What is killed, and how progress is reported. */
export interface ChaosOptions {
  /** In this order; further choices come from the seed. */
  readonly plans: Iterable<Plan>;
  readonly chance: Chance;
  readonly report: (sentence: string) => void;
  /** What the load is, unless the usual. */
  readonly load?: Partial<LoadOptions>;
}

/** The result of a run. */
export interface Outcome {
  readonly kills: readonly Kill[];
  /** The time from each restart until everything worked again. Milliseconds. */
  readonly recoveries: readonly number[];
  readonly acknowledged: {
    readonly versions: number;
    readonly members: number;
    readonly invites: number;
    readonly signals: number;
    readonly documents: number;
    readonly marks: number;
  };
  readonly mails: number;
  readonly findings: Findings;
  /** The file with the output of all processes, when something was found. */
  readonly log: string;
}

/** Kills the processes of a product under load, and checks that nothing is lost or happens twice. */
export async function chaos(options: ChaosOptions): Promise<Outcome> {
  const directory = await mkdtemp(join(tmpdir(), 'pks-chaos-'));
  await chmod(directory, 0o755);
  const mail = new Mailbox();
  try {
    const outcome = await run(directory, mail, options);
    if (outcome.findings.length === 0) await rm(directory, { recursive: true, force: true });
    return outcome;
  } finally {
    await mail.close();
  }
}

async function run(directory: string, mail: Mailbox, options: ChaosOptions): Promise<Outcome> {
  const ends = new Ends();
  const log = join(directory, 'log');
  const folders = { blobFolder: join(directory, 'documents'), searchFolder: join(directory, 'search') };
  const stopping = new AbortController();
  const starting = startStack({
    directory,
    env: {
      DATABASE_URL: '',
      NATS_URL: '',
      BLOB_STORE: folders.blobFolder,
      SEARCH_INDEX: folders.searchFolder,
      EMBEDDINGS: 'none',
      SMTP_URL: await mail.open(),
      NODE_OPTIONS: `--import=${HOOK}`,
      DIE_AT_FOLDER: directory,
      LOG_LEVEL: 'info',
    },
    onLog: (source, line) => appendFileSync(log, `${source} ${line}\n`),
    onEnd: (name) => ends.record(name),
    signal: stopping.signal,
  });
  closeWhenStopped(async () => {
    stopping.abort();
    await starting.then(abandon, () => undefined);
    await rm(directory, { recursive: true, force: true });
  });
  const stack = await starting;
  try {
    const world = await makeWorld(stack, folders);
    const load = new Load(world, options.load);
    const kills: Kill[] = [];
    const recoveries: number[] = [];
    for (const plan of options.plans) {
      const ended = await kill({ stack, ends, folder: directory }, plan, options.chance);
      kills.push(...ended);
      const restarted = performance.now();
      await untilRecovered(world, load);
      recoveries.push(performance.now() - restarted);
      const moment = ended.at(-1)?.moment ?? '';
      options.report(`${kills.length} kills; ${plan.target} (${moment}) back in ${ms(recoveries.at(-1))}.`);
    }
    const ledger = await load.end();
    const findings = await settle(world, ledger, mail, SETTLED_WITHIN_MS);
    const { versions, members, invited, signals, documents, deletedDocuments, marks } = ledger;
    const acknowledged = {
      versions: versions.length,
      members: members.length,
      invites: invited.length,
      signals: signals.length,
      documents: documents.length + deletedDocuments.length,
      marks,
    };
    const mails = [...mail.received.values()].flat().length;
    return { kills, recoveries, acknowledged, mails, findings, log };
  } finally {
    await stack.stop();
  }
}

function ms(duration = 0): string {
  return `${Math.round(duration)} ms`;
}
