import { SERVICE_NAMES, type ServiceName } from '@pks/contracts';

/** The one stream of all events. */
export const STREAM = 'events';

/**
 * The subjects that the stream stores: the events of each service by its name, because servers refuse a stream whose subjects
 * match those of JetStream, as `*` does.
 */
export const STORED: readonly string[] = SERVICE_NAMES.map((name) => eventsOf(name));

/** The service that keeps the settings of the stream. Only it may update them, because they determine which subjects are stored, and where copies go. */
export const STREAM_KEEPER: ServiceName = 'identity';

/** The name of a consumer on the stream: unique among those of all services. */
export function durableName(service: string, consumer: string): string {
  return `${service}-${consumer}`;
}

/** The subject for updates of the stream's settings. */
export const STREAM_UPDATE = `$JS.API.STREAM.UPDATE.${STREAM}`;

/** The subjects to which a service that uses the stream publishes: it creates a missing stream, and the keeper updates it. */
export function streamSubjects(service: ServiceName): string[] {
  return [
    `$JS.API.STREAM.CREATE.${STREAM}`,
    `$JS.API.STREAM.INFO.${STREAM}`,
    ...(service === STREAM_KEEPER ? [STREAM_UPDATE] : []),
  ];
}

/** The subjects to which the relay of an outbox publishes: it looks for events that the stream has lost, and rewinds the consumers that are past them. */
export function relaySubjects(durables: readonly string[]): string[] {
  return [
    `$JS.API.STREAM.MSG.GET.${STREAM}`,
    `$JS.API.CONSUMER.LIST.${STREAM}`,
    ...durables.map((name) => `$JS.API.CONSUMER.DELETE.${STREAM}.${name}`),
    ...durables.flatMap((name) => creating(name)),
  ];
}

/** The subjects to which a consumer publishes, to receive events and to acknowledge them. */
export function consumerSubjects(durable: string): string[] {
  return [
    `$JS.API.CONSUMER.INFO.${STREAM}.${durable}`,
    ...creating(durable),
    `$JS.API.CONSUMER.DELETE.${STREAM}.${durable}`,
    `$JS.API.CONSUMER.MSG.NEXT.${STREAM}.${durable}`,
    ...acknowledging(durable),
  ];
}

/** The subjects for creating a consumer of all subjects, or of those that match a filter. */
function creating(durable: string): string[] {
  const subject = `$JS.API.CONSUMER.CREATE.${STREAM}.${durable}`;
  return [subject, `${subject}.>`];
}

/**
 * The subjects of acknowledgements as servers name them, without and with a domain (`_` stands for none) and an account (`js_ack_fc_v2`). With
 * `*` for the domain, they would match the acknowledgements of others.
 */
function acknowledging(durable: string): string[] {
  return [`$JS.ACK.${STREAM}.${durable}.>`, `$JS.ACK._.*.${STREAM}.${durable}.>`];
}

/** The narrowest filter that matches these subjects: one subject, all events of one service, or everything (undefined). */
export function filterOf(subjects: readonly string[]): string | undefined {
  const [first, ...others] = new Set(subjects);
  if (first === undefined || others.length === 0) return first;
  const all = eventsOf(ownerOf(first));
  return others.every((subject) => ownerOf(subject) === ownerOf(first)) ? all : undefined;
}

/** Whether a filter matches a subject. */
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
