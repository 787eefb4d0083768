/** The one stream of all events. */
export const STREAM = 'events';

/** The name of a consumer on the stream: unique among those of all services. */
export function durableName(service: string, consumer: string): string {
  return `${service}-${consumer}`;
}

/** What everybody who uses the stream publishes to: it is created when it is missing, and updated when its settings change. */
export const STREAM_SUBJECTS: readonly string[] = [
  `$JS.API.STREAM.CREATE.${STREAM}`,
  `$JS.API.STREAM.UPDATE.${STREAM}`,
];

/** What the relay of an outbox publishes to: it looks for what the stream has lost, and rewinds the consumers that are past it. */
export function relaySubjects(durables: readonly string[]): string[] {
  return [
    `$JS.API.STREAM.MSG.GET.${STREAM}`,
    `$JS.API.CONSUMER.LIST.${STREAM}`,
    ...durables.map((name) => `$JS.API.CONSUMER.DELETE.${STREAM}.${name}`),
    ...durables.map((name) => `$JS.API.CONSUMER.CREATE.${STREAM}.${name}`),
  ];
}

/** What a consumer publishes to, to receive events and to acknowledge them. */
export function consumerSubjects(durable: string): string[] {
  return [
    `$JS.API.CONSUMER.INFO.${STREAM}.${durable}`,
    `$JS.API.CONSUMER.CREATE.${STREAM}.${durable}`,
    `$JS.API.CONSUMER.MSG.NEXT.${STREAM}.${durable}`,
    `$JS.ACK.${STREAM}.${durable}.>`,
  ];
}
