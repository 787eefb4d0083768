import { join } from 'node:path';
import { type Throwaway, startThrowaway } from '@pks/stack';
import type { Chance } from './chance.ts';
import { USUAL } from './client.ts';
import { Ends, endsOfThemselves } from './ends.ts';
import { type Kill, type Plan, kill } from './killer.ts';
import { type Ledger, Load, type LoadOptions } from './load.ts';
import { Mailbox } from './mailbox.ts';
import { type Findings, settle } from './oracle.ts';
import { Patience } from './patience.ts';
import { untilRecovered } from './recovery.ts';
import { makeWorld } from './world.ts';

const HOOK = new URL('die-at.mjs', import.meta.url).href;
/** The time after the last kill within which everything has to be delivered. Milliseconds. */
const SETTLED_WITHIN_MS = 90_000;

/** The kills of a run, and the reporting of its progress. */
export interface ChaosOptions {
  /** Executed in this order; further choices are random. */
  readonly plans: Iterable<Plan>;
  readonly chance: Chance;
  readonly report: (sentence: string) => void;
  /** Deviations from the usual load. */
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
  /** The file with the output of all processes, if anything was found. */
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
    const findings = [...endsOfThemselves(product.ended), ...result.findings];
    return { ...result, findings, log: await product.close({ keepLog: findings.length > 0 }) };
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
  const patience = new Patience();
  const world = await makeWorld(
    stack,
    {
      databaseUrl: () => stack.databaseUrl,
      blobFolder: join(directory, 'documents'),
      searchFolder: join(directory, 'search'),
    },
    { baseUrl: () => stack.baseUrl, options: { ...USUAL, signal: patience.signal } },
  );
  const load = new Load(world, options.load);
  const kills: Kill[] = [];
  const recoveries: number[] = [];
  const killAll = async (): Promise<Findings> => {
    for (const plan of options.plans) {
      const ended = await kill({ stack, ends, folder: directory }, plan, options.chance);
      kills.push(...ended);
      const killed = `${plan.target} (${ended.at(-1)?.moment ?? ''})`;
      const restarted = performance.now();
      const gaveUp = await patience.during(`After ${killed}, recovery`, untilRecovered(world, load));
      if (gaveUp !== undefined) return [gaveUp];
      recoveries.push(performance.now() - restarted);
      options.report(`${kills.length} kills; ${killed} back in ${ms(recoveries.at(-1))}.`);
    }
    const gaveUp = await patience.during('The end of the load', load.end());
    return gaveUp === undefined ? settle(world, load.ledger, mail, SETTLED_WITHIN_MS) : [gaveUp];
  };
  try {
    const findings = await killAll();
    const mails = [...mail.received.values()].flat().length;
    return { kills, recoveries, acknowledged: acknowledgedIn(load.ledger), mails, findings };
  } finally {
    patience.end();
    await load.end().catch(() => undefined);
  }
}

function acknowledgedIn(ledger: Ledger): Outcome['acknowledged'] {
  const { versions, members, invited, interviewees, signals, documents, deletedDocuments, marks } = ledger;
  return {
    versions: versions.length,
    members: members.length,
    invites: invited.length + interviewees.length,
    signals: signals.length,
    answers: ledger.conversations.length,
    documents: documents.length + deletedDocuments.length,
    marks,
  };
}

function ms(duration = 0): string {
  return `${Math.round(duration)} ms`;
}
