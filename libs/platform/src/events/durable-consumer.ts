import { AckPolicy, type ConsumerConfig, type ConsumerInfo, DeliverPolicy } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { filterOf, isCovered } from './stream-subjects.ts';

/** An event that is not acknowledged for this long is delivered again. Milliseconds. */
export const ACK_WAIT_MS = 5_000;

/** For each subject that a consumer did not follow when it was created, the first sequence that concerns it. */
type Since = Readonly<Record<string, number>>;

/** A new consumer of some subjects, which follows them from the oldest event on. If no single filter selects exactly these, it receives others, too. */
export function newConsumer(name: string, subjects: readonly string[]): Partial<ConsumerConfig> {
  return { ...configOf(name, filterOf(subjects), {}), deliver_policy: DeliverPolicy.All };
}

/**
 * The replacement of a consumer to which these subjects are delivered; undefined if they already are. It continues where the old
 * consumer had not finished, except for subjects that are new to it: those begin with the next event. It keeps following all
 * others, because a process of another version may need them.
 */
export function following(
  { name, config, ack_floor }: ConsumerInfo,
  subjects: readonly string[],
  lastSequence: number,
): Partial<ConsumerConfig> | undefined {
  const { filter_subject: filter } = config;
  const added = subjects.filter((subject) => !isCovered(subject, filter));
  if (filter === undefined || added.length === 0) return undefined;
  const since = Object.fromEntries(added.map((subject) => [subject, lastSequence + 1]));
  return {
    ...configOf(name, filterOf([filter, ...added]), { ...since, ...sinceIn(config) }),
    ...startingAt(ack_floor.stream_seq + 1),
  };
}

/** Whether an event precedes those of its subject that concern a consumer. */
export function isBefore(config: ConsumerConfig, subject: string, sequence: number): boolean {
  return sequence < (sinceIn(config)[subject] ?? 0);
}

/** The replacement of a consumer that begins again at a sequence, or before it if the old one had not finished what was before. */
export function rewoundTo(
  sequence: number,
  { name, config, ack_floor }: ConsumerInfo,
): Partial<ConsumerConfig> {
  const since = Object.entries(sinceIn(config)).map(([subject, first]) => [
    subject,
    Math.min(first, sequence),
  ]);
  return {
    ...configOf(name, config.filter_subject, Object.fromEntries(since) as Since),
    ...startingAt(Math.min(sequence, ack_floor.stream_seq + 1)),
  };
}

function startingAt(sequence: number): Partial<ConsumerConfig> {
  return { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: sequence };
}

function configOf(name: string, filter: string | undefined, since: Since): Partial<ConsumerConfig> {
  return {
    durable_name: name,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ACK_WAIT_MS),
    max_deliver: -1,
    description: JSON.stringify({ since }),
    ...(filter === undefined ? {} : { filter_subject: filter }),
  };
}

function sinceIn({ description = '{}' }: ConsumerConfig): Since {
  const { since = {} } = JSON.parse(description) as { readonly since?: Since };
  return since;
}
