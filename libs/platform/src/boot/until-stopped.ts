import type { Log } from '../logging/log.ts';

/** How long a stop may take before the process is ended. Milliseconds. */
const STOP_WITHIN_MS = 25_000;
/** This long before the process is ended, those who still wait for an answer get one. Milliseconds. */
const ANSWERING_MS = 1_000;

/** Something to stop before its process exits. */
export interface Stoppable {
  stop(): Promise<void>;
  /** Answers at once those who would otherwise wait for a process that has ended. Returns their number. */
  abandon?(): Promise<number>;
}

/**
 * Stops once, on SIGTERM, on SIGINT or, with `exitWithParent`, at the end of the parent process, then exits; with 1 if the stop
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
    // Nested: two timers that are both late fire one right after the other, so the process would exit before the answers.
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
