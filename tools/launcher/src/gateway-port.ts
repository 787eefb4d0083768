import { isPortFree } from '@pks/stack';

const USUAL = 3_000;
const TRIED = 100;

/** The port that the gateway will listen on: `PORT` if it is given, otherwise 3000 or the next free port. */
export async function gatewayPort(
  given: string | undefined,
): Promise<{ port: number; remark: string | null }> {
  if (given !== undefined && given !== '') return { port: await checkedPort('PORT', given), remark: null };
  for (let port = USUAL; port < USUAL + TRIED; port += 1) {
    if (!(await isPortFree(port))) continue;
    return {
      port,
      remark: port === USUAL ? null : `Port ${USUAL} is taken by another program: using ${port}.`,
    };
  }
  throw new Error(`No port from ${USUAL} to ${USUAL + TRIED - 1} is free: name one with PORT=… npm start.`);
}

/** Checks that `MAIL_PORT`, where it is given, is a port that is free. */
export async function checkMailPort(given: string | undefined): Promise<void> {
  if (given !== undefined && given !== '') await checkedPort('MAIL_PORT', given);
}

async function checkedPort(name: string, given: string): Promise<number> {
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(
      `${name} is "${given}", which is no port: give a number from 1 to 65535, such as ${name}=3000.`,
    );
  }
  if (await isPortFree(port)) return port;
  throw new Error(
    `Port ${port} is taken by another program: stop that one, or give another with ${name}=… npm start.`,
  );
}
