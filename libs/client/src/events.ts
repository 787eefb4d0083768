import { EventSourceParserStream } from 'eventsource-parser/stream';
import { ApiError, Unreachable } from './errors.ts';
import type { Retries } from './retries.ts';
import type { StreamEvent } from './types.ts';
import { wait } from './waiting.ts';

/** How a stream is opened, after the event with this id. */
export type OpenStream = (lastEventId: string | undefined) => Promise<Response>;

/** The event with which an answer ends. Streams of changes have none, and never end by themselves. */
const LAST = 'done';

/**
 * The events of a stream, opened again after the last event whenever it breaks off, until it is complete or the signal is aborted.
 * @throws ApiError when the service refuses it, Unreachable when it stays away.
 */
export async function* eventsOf(
  open: OpenStream,
  retries: Retries,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamEvent, void> {
  let last: Partial<StreamEvent> = {};
  for (let failures = 0; ; failures += 1) {
    const response = await open(last.id);
    try {
      for await (const event of read(response)) {
        failures = 0;
        last = { ...event, id: event.id ?? last.id };
        yield event;
      }
      if (last.event === LAST) return;
    } catch (error) {
      if (signal?.aborted || error instanceof ApiError) throw error;
      if (failures >= retries.times) throw new Unreachable(error);
    }
    await wait(Math.min(retries.firstMs * 2 ** failures, retries.longestMs), signal);
  }
}

async function* read({ body }: Response): AsyncGenerator<StreamEvent, void> {
  if (!body) return;
  const reader = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const { id, event = 'message', data } = next.value;
      yield { id, event, data: JSON.parse(data) as unknown };
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
