import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** A client that reads nothing of its answer for this long is disconnected. Milliseconds. */
const UNREAD_MS = 60_000;

/** Emitted when an answer begins to be sent. */
const BEGINS = Symbol('begins');

/** Marks an answer as begun. From then on its client has to read it, because unread bytes wait in memory. */
export function beginAnswer(response: ServerResponse, unreadMs = UNREAD_MS): void {
  response.setTimeout(unreadMs, () => response.destroy());
  // The connection's next request may already be waiting, and take longer than this limit. If none is, Node.js sets its own
  // timeout.
  response.prependOnceListener('finish', () => {
    if (response.socket instanceof Socket) response.socket.setTimeout(0);
  });
  response.emit(BEGINS);
}

/** Calls `done` when an answer begins to be sent, or at the latest when its client is gone; may call it twice. */
export function whenAnswering(response: ServerResponse, done: () => void): void {
  response.once(BEGINS, done);
  whenOver(response, done);
}

/** Calls `done` once an answer is sent or its client is gone, even if that was before this call. */
export function whenOver(response: ServerResponse, done: () => void): void {
  if (response.closed) done();
  else response.once('close', done);
}
