import { createServer } from 'node:net';

const FIRST = 20_000;
const LAST = 32_000;
const givenOut = new Set<number>();

/** Tells whether a server may listen on this port of 127.0.0.1. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** A free port of 127.0.0.1, never given out twice by this process, below those that the system hands to outgoing connections. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (givenOut.has(port)) continue;
    givenOut.add(port);
    if (await isPortFree(port)) return port;
    givenOut.delete(port);
  }
  throw new Error(`No free port was found between ${FIRST} and ${LAST}.`);
}
