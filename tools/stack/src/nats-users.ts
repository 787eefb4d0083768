import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROGRAM = fileURLToPath(new URL('../../../libs/platform/dist/bus-users/print.js', import.meta.url));
const USER = /^\s*user: (\S+)\n\s*password: \$(\S+)$/gm;

/** The users of a NATS server, as a part of its configuration, and the environment variables with their passwords. */
export interface NatsUsers {
  readonly settings: string;
  readonly env: Readonly<Record<string, string>>;
  /** The address of a server for one of the users. @throws Error when there is no such user. */
  urlFor(user: string, port: number): string;
}

/**
 * The users that the build declares: one for the gateway and one for each service, each with its own subjects. Only the standard output
 * counts: Node.js, or a debugger that `NODE_OPTIONS` loads, may write to the other.
 */
export async function declaredUsers(
  passwordOf: (user: string) => string,
  program = PROGRAM,
): Promise<NatsUsers> {
  const { stdout } = await promisify(execFile)(process.execPath, [program]).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The users of NATS could not be read from the build: ${reason}`, { cause });
  });
  return natsUsers(stdout, passwordOf);
}

/** Gives the users of a configuration their passwords, of letters and digits. */
export function natsUsers(settings: string, passwordOf: (user: string) => string): NatsUsers {
  const passwords = new Map<string, string>();
  const env: Record<string, string> = {};
  for (const [, user = '', variable = ''] of settings.matchAll(USER)) {
    const password = passwordOf(user);
    passwords.set(user, password);
    env[variable] = `"${password}"`;
  }
  const urlFor = (user: string, port: number): string => {
    const password = passwords.get(user);
    if (password === undefined) throw new Error(`NATS has no user ${user}.`);
    return `nats://${user}:${password}@127.0.0.1:${port}`;
  };
  return { settings, env, urlFor };
}
