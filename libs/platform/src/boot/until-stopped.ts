import type { Log } from '../logging/log.ts';

/** A stop that takes longer ends the process. Milliseconds. */
const STOP_WITHIN_MS = 25_000;
/** So long before that, whoever still waits for an answer gets one. Milliseconds. */
const ANSWERING_MS = 1_000;

/** What is stopped before its process exits. */
export interface Stoppable {
  stop(): Promise<void>;
  /** Answers, at once, those that would otherwise wait for a process that has ended. Returns their number. */
  abandon?(): Promise<number>;
}

/**
 * Stops once, on SIGTERM, SIGINT, or the end of the parent where the process is to end with it, then exits: with 1 where the stop
 * takes longer than `withinMs`, whatever still runs.
 */
export function stopOnSignal(
  log: Log,
  exitWithParent: boolean,
  stoppable: Stoppable,
  withinMs = STOP_WITHIN_MS,
): void {
  let stopping = false;
  const begin = (reason: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    // Timers that are late come one after the other: the exit would come before the answers.
    setTimeout(() => {
      setTimeout(() => process.exit(1), ANSWERING_MS).unref();
      void abandon(log, stoppable);
    }, withinMs - ANSWERING_MS).unref();
    stoppable.stop().then(
      () => exit(log, Number(process.exitCode ?? 0)),
      (error: unknown) => {
        log.error({ err: error }, 'stop failed');
        exit(log, 1);
      },
    );
  };
  process.on('SIGTERM', () => begin('SIGTERM'));
  process.on('SIGINT', () => begin('SIGINT'));
  if (exitWithParent) process.stdin.on('end', () => begin('parent process ended')).resume();
}

async function abandon(log: Log, stoppable: Stoppable): Promise<void> {
  try {
    const calls = await stoppable.abandon?.();
    log.warn(calls === undefined ? {} : { calls }, 'the stop takes too long: what still runs is cut off');
  } catch (error) {
    log.warn({ err: error }, 'the stop takes too long: nobody could be told');
  }
  log.flush();
}

function exit(log: Log, code: number): void {
  log.info('stopped');
  log.flush(() => process.exit(code));
}
