import { randomBytes } from 'node:crypto';
import { type BusUser, busUsers, natsAuthorization } from '@pks/platform/bus-users';
import { natsUsers } from '@pks/stack';
import { type OwnNats, startOwnNats } from './own-servers.ts';

/** The user that observes everything in tests, and does what only a test does. No installation has it. */
export const OBSERVER: BusUser = { name: 'test', publish: ['>'], subscribe: ['>'] };

/** The password of all users in a test file. */
const PASSWORD = randomBytes(16).toString('hex');

/** A NATS server with users. */
export interface GuardedNats {
  readonly server: OwnNats;
  /** The address of the server, with one of its users. */
  readonly urlFor: (user: string) => string;
}

/** The users of a server, by default those of an installation and an observer, and its port. */
export interface GuardedNatsOptions {
  readonly users?: readonly BusUser[];
  readonly port?: number;
}

/** Starts a NATS server that other tests do not use, with permissions as an installation has them. */
export async function startGuardedNats(options: GuardedNatsOptions = {}): Promise<GuardedNats> {
  const { users = [...busUsers(), OBSERVER], ...rest } = options;
  const given = natsUsers(natsAuthorization(users), () => PASSWORD);
  const { settings, env } = given;
  const server = await startOwnNats({ ...rest, settings, env });
  const port = Number(new URL(server.url).port);
  return { server, urlFor: (user) => given.urlFor(user, port) };
}
