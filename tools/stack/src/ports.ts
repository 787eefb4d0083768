import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

const FIRST = 20_000;
const LAST = 32_000;

/** Whether a server can listen on this port of 127.0.0.1. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await whyNotFree(port)) === null;
}

/** The code of the error with which the system refuses this port of 127.0.0.1, such as EADDRINUSE or EACCES; null for a free one. */
export function whyNotFree(port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(null)));
  });
}

/**
 * A free port of 127.0.0.1, below those that the system uses for outgoing connections. Each port is returned once: not again by
 * this process, nor by another process while this one runs.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if ((await reserve(port)) && (await isPortFree(port))) return port;
  }
  throw new Error(`No free port was found between ${FIRST} and ${LAST}.`);
}

/** Reserves a port among the processes that use `freePort`, by the UDP port of the same number; false if another has reserved it. */
function reserve(port: number): Promise<boolean> {
  const reservation = createSocket('udp4');
  return new Promise((resolve) => {
    reservation.once('error', () => {
      reservation.close();
      resolve(false);
    });
    reservation.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      reservation.unref();
      resolve(true);
    });
  });
}
