import { type EventSourceMessage, createParser } from 'eventsource-parser';
import { Unreachable } from './errors.ts';
import type { Retries } from './retries.ts';
import type { StreamEvent } from './types.ts';
import { callAfter, wait } from './waiting.ts';

/** Opens a stream after the event with this id. */
export type OpenStream = (lastEventId: string | undefined) => Promise<Response>;

/** Longer than the service is ever silent on a stream: it sends data every 15 s at the latest, if only a heartbeat. Milliseconds. */
export const SILENCE_MS = 40_000;

/** The last events of a stream: an answer is complete, or the service ends the stream and gives the reason. */
const LAST: ReadonlySet<string> = new Set(['done', 'end']);

/** How long a stream is kept open despite interruptions. */
export interface Endurance {
  readonly retries: Retries;
  /** A connection without any data for this long, not even a heartbeat, is considered dead. Milliseconds. */
  readonly silenceMs: number;
}

/**
 * The events of a stream, which is opened again after the last event whenever it breaks off or falls silent, until it is complete, the
 * service ends it with an `end` event, or the signal is aborted. A caller that follows on after `end` opens a new stream, which may be
 * another user's by then. Only consecutive interruptions count: a connection that received data, if only a heartbeat, and lasted at least
 * as long as the pause after it would, resets the count.
 * @throws ApiError when the service refuses the stream, Unreachable when it stays away or the answer is not a stream, SyntaxError for an
 * event that is not JSON.
 */
export async function* eventsOf(
  open: OpenStream,
  { retries, silenceMs }: Endurance,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamEvent, void> {
  const pauseAfter = (failures: number): number =>
    Math.min(retries.firstMs * 2 ** failures, retries.longestMs);
  let last: Partial<StreamEvent> = {};
  for (let failures = 0; ; failures += 1) {
    const response = await open(last.id);
    await assertStream(response);
    const openedAt = performance.now();
    let signs = 0;
    let failure: unknown;
    try {
      for await (const event of throughLast(read(response, silenceMs, () => (signs += 1)))) {
        last = { ...event, id: event.id ?? last.id };
        yield event;
      }
      if (isLast(last)) return;
    } catch (error) {
      if (signal?.aborted || error instanceof SyntaxError) throw error;
      failure = error;
    }
    const hasLived = signs > 0 && performance.now() - openedAt >= pauseAfter(failures);
    if (hasLived) failures = 0;
    if (failure !== undefined && failures >= retries.times) throw new Unreachable(failure);
    await wait(pauseAfter(failures), signal);
  }
}

/** Refuses a 200 answer of a proxy or another program that is not a stream. @throws Unreachable */
async function assertStream({ headers, body }: Response): Promise<void> {
  const type = (headers.get('content-type') ?? '').toLowerCase();
  if (type.startsWith('text/event-stream')) return;
  await body?.cancel().catch(() => undefined);
  throw new Unreachable(new Error(`"${type}" is no stream of events.`));
}

/** Reads nothing after the last event, not even how the connection ends. */
async function* throughLast(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent, void> {
  for await (const event of events) {
    yield event;
    if (isLast(event)) return;
  }
}

function isLast({ event = '' }: Partial<StreamEvent>): boolean {
  return LAST.has(event);
}

/** Reads events, and calls `onSign` for any data: between events, that is only heartbeats. */
async function* read(
  { body }: Response,
  silenceMs: number,
  onSign: () => void,
): AsyncGenerator<StreamEvent, void> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const complete: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => complete.push(event) });
  try {
    for (;;) {
      const { done, value } = await within(silenceMs, reader.read());
      if (done) return;
      onSign();
      parser.feed(value);
      for (const { id, event = 'message', data } of complete.splice(0))
        yield { id, event, data: JSON.parse(data) as unknown };
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** @throws Error if it takes longer. */
async function within<T>(ms: number, awaited: Promise<T>): Promise<T> {
  let cancel = (): void => undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    cancel = callAfter(ms, () => reject(new Error(`Nothing came for ${ms} ms.`)));
  });
  try {
    return await Promise.race([awaited, silence]);
  } finally {
    cancel();
  }
}
