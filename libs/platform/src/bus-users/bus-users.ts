import { CONSUMERS, SERVICE_NAMES, type ServiceName } from '@pks/contracts';
import { inboxPrefix } from '../bus/inbox-prefix.ts';
import { consumerSubjects, durableName, relaySubjects, streamSubjects } from '../events/stream-subjects.ts';
import { CALLS, CONTRACTS, EVENTS, NOTICES, callersOf, ownerOf } from './declared.ts';

/** A user of NATS, and the subjects that it may use; it is refused all others. */
export interface BusUser {
  readonly name: string;
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/**
 * The users of NATS: one for the gateway and one for each service, as the contracts declare. A service receives its own
 * calls, makes those that name it as a caller, publishes its own events and notices, and answers those who call it.
 */
export function busUsers(): BusUser[] {
  return SERVICE_NAMES.map((name) => ({
    name,
    publish: distinct([...callsOf(name), ...announced(name), ...peerInboxes(name), ...ofTheStream(name)]),
    subscribe: distinct([`${inboxPrefix(name)}.>`, ...served(name), ...(name === 'gateway' ? NOTICES : [])]),
  }));
}

function callsOf(name: ServiceName): string[] {
  return CALLS.filter((rpc) => callersOf(rpc).includes(name)).map(({ subject }) => subject);
}

/** Services subscribe to all calls of a resource at once. */
function served(name: ServiceName): string[] {
  return CONTRACTS.filter(({ subject }) => ownerOf(subject) === name).map(({ subject }) => `${subject}.*`);
}

function announced(name: ServiceName): string[] {
  return [...EVENTS, ...NOTICES].filter((subject) => ownerOf(subject) === name);
}

/** A reply goes to the caller; the caller acknowledges the chunks of a large reply to the service. */
function peerInboxes(name: ServiceName): string[] {
  const callers = CALLS.filter(({ subject }) => ownerOf(subject) === name).flatMap(callersOf);
  const called = CALLS.filter((rpc) => callersOf(rpc).includes(name)).map(({ subject }) => ownerOf(subject));
  return [...callers, ...called].map((peer) => `${inboxPrefix(peer)}.>`);
}

function ofTheStream(name: ServiceName): string[] {
  const produces = EVENTS.some((subject) => ownerOf(subject) === name);
  const own = CONSUMERS[name].map((consumer) => durableName(name, consumer));
  if (!produces && own.length === 0) return [];
  return [
    ...streamSubjects(name),
    ...(produces ? relaySubjects(ALL_DURABLES) : []),
    ...own.flatMap((durable) => consumerSubjects(durable)),
  ];
}

const ALL_DURABLES = SERVICE_NAMES.flatMap((name) =>
  CONSUMERS[name].map((consumer) => durableName(name, consumer)),
);

function distinct(subjects: readonly string[]): string[] {
  return [...new Set(subjects)].sort();
}
