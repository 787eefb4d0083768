import type { Log } from '../logging/log.ts';

/** A stop that takes longer ends the process. Milliseconds. */
const STOP_WITHIN_MS = 25_000;

/** Stops once, on SIGTERM, SIGINT, or the end of the parent where the process is to end with it, then exits. */
export function stopOnSignal(log: Log, exitWithParent: boolean, stop: () => Promise<void>): void {
  let stopping = false;
  const begin = (reason: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    stop().then(
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

function exit(log: Log, code: number): void {
  log.info('stopped');
  log.flush(() => process.exit(code));
}
