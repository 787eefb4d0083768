import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

const SCRIPT = 'cat > /dev/null; kill -s "$1" "$2" 2> /dev/null';

/** Stops a server with the signal once this process no longer runs, even if it was killed. Call the returned function once the server has stopped. */
export function watchOver(pid: number, signal: 'INT' | 'TERM'): () => void {
  const watchdog = spawn('/bin/sh', ['-c', SCRIPT, 'watchdog', signal, String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  });
  watchdog.on('error', () => undefined);
  watchdog.stdin.on('error', () => undefined);
  watchdog.unref();
  if (watchdog.stdin instanceof Socket) watchdog.stdin.unref();
  return () => {
    if (watchdog.pid !== undefined) killGroup(watchdog.pid);
  };
}

/** Kills the watchdog and the `cat` in which it waits together, so that it does not send its signal. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has exited already.
  }
}
