import { type EventSourceMessage, createParser } from 'eventsource-parser';
import { Unreachable } from './errors.ts';
import type { Retries } from './retries.ts';
import type { StreamEvent } from './types.ts';
import { callAfter, wait } from './waiting.ts';

/** How a stream is opened, after the event with this id. */
export type OpenStream = (lastEventId: string | undefined) => Promise<Response>;

/** Of streams, the service sends something every 15 s at least, be it a heartbeat. Milliseconds. */
export const SILENCE_MS = 40_000;

/** The events after which nothing comes: an answer is complete, or the service says for which reason it ends any stream. */
const LAST: ReadonlySet<string> = new Set(['done', 'end']);

/** How a stream is kept open. */
export interface Endurance {
  readonly retries: Retries;
  /** Where nothing comes for so long, not even a heartbeat, the connection is taken for dead. Milliseconds. */
  readonly silenceMs: number;
}

/**
 * The events of a stream, opened again after the last event whenever it breaks off or falls silent, until it is complete, the service
 * ends it with an `end` event, or the signal is aborted. What is followed after `end` is another stream: by then it may be another user's.
 * Only interruptions in a row count: a connection on which something came, be it a heartbeat, and that lasted for as long as the pause
 * after it would, begins the count anew.
 * @throws ApiError when the service refuses it, Unreachable when it stays away or answers with no stream, SyntaxError for an event that is
 * no JSON.
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

/** What a proxy or another program answers with 200 is no stream. @throws Unreachable */
async function assertStream({ headers, body }: Response): Promise<void> {
  const type = (headers.get('content-type') ?? '').toLowerCase();
  if (type.startsWith('text/event-stream')) return;
  await body?.cancel().catch(() => undefined);
  throw new Unreachable(new Error(`"${type}" is no stream of events.`));
}

/** Nothing is read after the last event, not even how the connection ends. */
async function* throughLast(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent, void> {
  for await (const event of events) {
    yield event;
    if (isLast(event)) return;
  }
}

function isLast({ event = '' }: Partial<StreamEvent>): boolean {
  return LAST.has(event);
}

/** Calls `onSign` for whatever comes: between events, heartbeats are all that does. */
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

/** @throws Error where it takes longer. */
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
