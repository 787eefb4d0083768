import { join } from 'node:path';
import { type Throwaway, startThrowaway } from '@pks/stack';
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
    readonly answers: number;
    readonly documents: number;
    readonly marks: number;
  };
  readonly mails: number;
  readonly findings: Findings;
  /** The file with the output of all processes, where something was found. */
  readonly log: string | null;
}

/** Kills the processes of a product under load, and checks that nothing is lost or happens twice. */
export async function chaos(options: ChaosOptions): Promise<Outcome> {
  const [mail, ends] = [new Mailbox(), new Ends()];
  const SMTP_URL = await mail.open();
  const product = await startThrowaway('chaos', {
    env: (directory) => ({
      EMBEDDINGS: 'none',
      SMTP_URL,
      NODE_OPTIONS: `--import=${HOOK}`,
      DIE_AT_FOLDER: directory,
      LOG_LEVEL: 'info',
    }),
    onEnd: (name) => ends.record(name),
  });
  try {
    const result = await run(product, mail, ends, options);
    return { ...result, log: await product.close({ keepLog: result.findings.length > 0 }) };
  } catch (error) {
    await product.close({ keepLog: true });
    throw error;
  } finally {
    await mail.close();
  }
}

async function run(
  { stack, directory }: Throwaway,
  mail: Mailbox,
  ends: Ends,
  options: ChaosOptions,
): Promise<Omit<Outcome, 'log'>> {
  const world = await makeWorld(stack, {
    blobFolder: join(directory, 'documents'),
    searchFolder: join(directory, 'search'),
  });
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
  const { versions, members, invited, interviewees, signals, documents, deletedDocuments, marks } = ledger;
  const acknowledged = {
    versions: versions.length,
    members: members.length,
    invites: invited.length + interviewees.length,
    signals: signals.length,
    answers: ledger.conversations.length,
    documents: documents.length + deletedDocuments.length,
    marks,
  };
  const mails = [...mail.received.values()].flat().length;
  return { kills, recoveries, acknowledged, mails, findings };
}

function ms(duration = 0): string {
  return `${Math.round(duration)} ms`;
}
