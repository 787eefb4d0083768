import type { IncomingMessage, Server } from 'node:http';

/** Whole requests take no longer to arrive, but for uploads. Milliseconds. */
export const ARRIVAL_MS = 120_000;
/** Uploads watch themselves, and end before. Milliseconds. */
export const LONGEST_ARRIVAL_MS = 55 * 60_000;

/** Refuses a request whose body has not arrived in time, as node:http would by itself if its limit were not the uploads'. */
export function limitArrival(server: Server, request: IncomingMessage, ms = ARRIVAL_MS): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (coding === undefined && !(Number(length) > 0)) return;
  const refuse = (): void => {
    const late = Object.assign(new Error('A body did not arrive.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    if (!request.complete) server.emit('clientError', late, request.socket);
  };
  const timer = setTimeout(refuse, ms);
  request.once('close', () => clearTimeout(timer));
}
