import { isPortFree } from '@pks/stack';

const USUAL = 3_000;
const TRIED = 100;

/** The port that the gateway will listen on: `PORT` when it is given, else 3000, else the next free port. */
export async function gatewayPort(
  given: string | undefined,
): Promise<{ port: number; remark: string | null }> {
  if (given !== undefined && given !== '') return { port: await checkedPort(given), remark: null };
  for (let port = USUAL; port < USUAL + TRIED; port += 1) {
    if (!(await isPortFree(port))) continue;
    return {
      port,
      remark: port === USUAL ? null : `Port ${USUAL} is taken by another program: using ${port}.`,
    };
  }
  throw new Error(`No port from ${USUAL} to ${USUAL + TRIED - 1} is free: name one with PORT=… npm start.`);
}

async function checkedPort(given: string): Promise<number> {
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`PORT is "${given}", which is no port: give a number from 1 to 65535.`);
  }
  if (await isPortFree(port)) return port;
  throw new Error(
    `Port ${port} is taken by another program: stop that one, or give another with PORT=… npm start.`,
  );
}
