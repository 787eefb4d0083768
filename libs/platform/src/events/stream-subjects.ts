import { SERVICE_NAMES, type ServiceName } from '@pks/contracts';

/** The one stream of all events. */
export const STREAM = 'events';

/** What the stream stores: the events of each service by its name, since servers refuse a stream whose subjects match those of JetStream, as `*` does. */
export const STORED: readonly string[] = SERVICE_NAMES.map((name) => eventsOf(name));

/** The service that keeps the settings of the stream, and the only one that may update them: they say which subjects are stored, and where copies go. */
export const STREAM_KEEPER: ServiceName = 'identity';

/** The name of a consumer on the stream: unique among those of all services. */
export function durableName(service: string, consumer: string): string {
  return `${service}-${consumer}`;
}

/** Where the settings of the stream are updated. */
export const STREAM_UPDATE = `$JS.API.STREAM.UPDATE.${STREAM}`;

/** What a service that uses the stream publishes to: it is created when it is missing, and its keeper updates it. */
export function streamSubjects(service: ServiceName): string[] {
  return [
    `$JS.API.STREAM.CREATE.${STREAM}`,
    `$JS.API.STREAM.INFO.${STREAM}`,
    ...(service === STREAM_KEEPER ? [STREAM_UPDATE] : []),
  ];
}

/** What the relay of an outbox publishes to: it looks for what the stream has lost, and rewinds the consumers that are past it. */
export function relaySubjects(durables: readonly string[]): string[] {
  return [
    `$JS.API.STREAM.MSG.GET.${STREAM}`,
    `$JS.API.CONSUMER.LIST.${STREAM}`,
    ...durables.map((name) => `$JS.API.CONSUMER.DELETE.${STREAM}.${name}`),
    ...durables.flatMap((name) => creating(name)),
  ];
}

/** What a consumer publishes to, to receive events and to acknowledge them. */
export function consumerSubjects(durable: string): string[] {
  return [
    `$JS.API.CONSUMER.INFO.${STREAM}.${durable}`,
    ...creating(durable),
    `$JS.API.CONSUMER.DELETE.${STREAM}.${durable}`,
    `$JS.API.CONSUMER.MSG.NEXT.${STREAM}.${durable}`,
    ...acknowledging(durable),
  ];
}

/** To create a consumer of all subjects, or of those that a filter lets pass. */
function creating(durable: string): string[] {
  const subject = `$JS.API.CONSUMER.CREATE.${STREAM}.${durable}`;
  return [subject, `${subject}.>`];
}

/**
 * As servers name it, and as they name it with a domain, of which `_` stands for none, and an account (`js_ack_fc_v2`). With `*` for the domain
 * it would match how the messages of others are acknowledged.
 */
function acknowledging(durable: string): string[] {
  return [`$JS.ACK.${STREAM}.${durable}.>`, `$JS.ACK._.*.${STREAM}.${durable}.>`];
}

/** The narrowest filter that lets events of these subjects pass: one subject, all events of one service, or everything (undefined). */
export function filterOf(subjects: readonly string[]): string | undefined {
  const [first, ...others] = new Set(subjects);
  if (first === undefined || others.length === 0) return first;
  const all = eventsOf(ownerOf(first));
  return others.every((subject) => ownerOf(subject) === ownerOf(first)) ? all : undefined;
}

/** Whether a filter lets a subject pass. */
export function isCovered(subject: string, filter: string | undefined): boolean {
  return filter === undefined || filter === subject || filter === eventsOf(ownerOf(subject));
}

/** The subjects of all events of a service. */
export function eventsOf(service: string): string {
  return `${service}.event.*`;
}

/** The service whose event has this subject. */
function ownerOf(subject: string): string {
  return subject.split('.', 1).join();
}
