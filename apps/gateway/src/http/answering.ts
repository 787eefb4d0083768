import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** A client that reads nothing of its answer for this long is disconnected. Milliseconds. */
const UNREAD_MS = 60_000;

/** An answer begins to be sent. */
const BEGINS = Symbol('begins');

/** Notes that an answer begins to be sent, which its client then has to read: what it does not read waits in memory. */
export function beginAnswer(response: ServerResponse, unreadMs = UNREAD_MS): void {
  response.setTimeout(unreadMs, () => response.destroy());
  // The next request of the connection may wait already, and take longer. Otherwise Node.js sets how long it waits for one.
  response.prependOnceListener('finish', () => {
    if (response.socket instanceof Socket) response.socket.setTimeout(0);
  });
  response.emit(BEGINS);
}

/** Calls `done` at the latest when an answer begins to be sent, or its client is gone; it may be called twice. */
export function whenAnswering(response: ServerResponse, done: () => void): void {
  response.once(BEGINS, done);
  whenOver(response, done);
}

/** Calls `done` once an answer is sent, or its client is gone: it may have gone before the answer was asked for. */
export function whenOver(response: ServerResponse, done: () => void): void {
  if (response.closed) done();
  else response.once('close', done);
}
