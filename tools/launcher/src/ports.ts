import { isPortFree, whyNotFree } from '@pks/stack';

const USUAL = 3_000;
const TRIED = 100;

/** The ports that a start uses. */
export interface Ports {
  /** The port that the gateway will listen on: `PORT` if it is given, otherwise 3000 or the next free port. */
  readonly port: number;
  /** Why it is not the usual one; null if it is, or if it was given. */
  readonly remark: string | null;
}

/** Chooses the port of the gateway, and checks `PORT` and `MAIL_PORT` where they are given. @throws Error for a port that cannot be used. */
export async function portsFor(env: Readonly<NodeJS.ProcessEnv>): Promise<Ports> {
  const [mailPort, given] = [await givenPort('MAIL_PORT', env), await givenPort('PORT', env)];
  if (given === null) return usualPort(mailPort);
  if (given !== mailPort) return { port: given, remark: null };
  throw new Error(`PORT and MAIL_PORT are both ${given}: give one of them another.`);
}

async function usualPort(mailPort: number | null): Promise<Ports> {
  for (let port = USUAL; port < USUAL + TRIED; port += 1) {
    if (port === mailPort || !(await isPortFree(port))) continue;
    const taken = mailPort === USUAL ? 'is MAIL_PORT' : 'is taken by another program';
    return { port, remark: port === USUAL ? null : `Port ${USUAL} ${taken}: using ${port}.` };
  }
  throw new Error(`No port from ${USUAL} to ${USUAL + TRIED - 1} is free: name one with PORT=… npm start.`);
}

async function givenPort(name: string, env: Readonly<NodeJS.ProcessEnv>): Promise<number | null> {
  const given = env[name] ?? '';
  if (given === '') return null;
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(
      `${name} is "${given}", which is no port: give a number from 1 to 65535, such as ${name}=3000.`,
    );
  }
  const trouble = await whyNotFree(port);
  if (trouble === null) return port;
  const reason =
    trouble === 'EACCES'
      ? 'may not be used by this user: give one from 1024 on'
      : 'is taken by another program: stop that one, or give another';
  throw new Error(`Port ${port} ${reason} with ${name}=… npm start.`);
}
