import { fileURLToPath } from 'node:url';
import { run } from './child.ts';

const PROGRAM = fileURLToPath(new URL('../../../libs/platform/dist/bus-users/print.js', import.meta.url));
const USER = /^\s*user: (\S+)\n\s*password: \$(\S+)$/gm;

/** The users of a NATS server, as a part of its configuration, and the environment variables with their passwords. */
export interface NatsUsers {
  readonly settings: string;
  readonly env: Readonly<Record<string, string>>;
  /** The address of a server for one of the users. @throws Error when there is no such user. */
  urlFor(user: string, port: number): string;
}

/** The users that the build declares: one for the gateway and one for each service, each with its own subjects. */
export async function declaredUsers(passwordOf: (user: string) => string): Promise<NatsUsers> {
  const { code, output } = await run(process.execPath, [PROGRAM]);
  if (code !== 0) throw new Error(`The users of NATS could not be read from the build: ${output}`);
  return natsUsers(`${output}\n`, passwordOf);
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
