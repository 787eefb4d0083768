import * as contracts from '@pks/contracts';
import {
  type Contract,
  type EventType,
  type Rpc,
  SERVICE_NAMES,
  type ServiceName,
  isObject,
} from '@pks/contracts';

const DECLARED: readonly unknown[] = Object.values(contracts);
const NOTICE = /^[a-z-]+\.notice\.[a-z-]+$/;

/** Every contract of the installation. */
export const CONTRACTS: readonly Contract[] = DECLARED.filter(isContract);
/** Every call of the installation. */
export const CALLS: readonly Rpc[] = CONTRACTS.flatMap(({ calls }) => Object.values(calls));
/** The subject of every event. */
export const EVENTS: readonly string[] = DECLARED.filter(isEvent).map(({ subject }) => subject);
/** The subject of every notice to the gateways. */
export const NOTICES: readonly string[] = DECLARED.filter(isNotice);

/** The service that serves a call, or publishes an event or a notice: the first word of the subject. */
export function ownerOf(subject: string): ServiceName {
  const owner = SERVICE_NAMES.find((name) => subject.startsWith(`${name}.`));
  if (owner === undefined) throw new Error(`${subject} belongs to no service.`);
  return owner;
}

/** Who makes a call: the services that its contract names; otherwise the gateway for its users, and the services that work for them. */
export function callersOf({ access, through = [] }: Rpc): readonly ServiceName[] {
  return typeof access === 'object' ? access.services : ['gateway', ...through];
}

function isContract(value: unknown): value is Contract {
  return isObject(value) && 'subject' in value && 'calls' in value;
}

function isEvent(value: unknown): value is EventType {
  return isObject(value) && 'subject' in value && 'message' in value;
}

function isNotice(value: unknown): value is string {
  return typeof value === 'string' && NOTICE.test(value);
}
