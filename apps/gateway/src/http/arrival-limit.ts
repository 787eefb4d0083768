import type { IncomingMessage, Server } from 'node:http';

/** How long a whole request may take to arrive, unless it is an upload. Milliseconds. */
export const ARRIVAL_MS = 120_000;
/** The limit of node:http. Uploads have a shorter limit of their own. Milliseconds. */
export const LONGEST_ARRIVAL_MS = 55 * 60_000;

/** Refuses a request whose body has not arrived in time, as node:http would if its limit did not have to allow for uploads. */
export function limitArrival(server: Server, request: IncomingMessage, ms = ARRIVAL_MS): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (coding === undefined && !(Number(length) > 0)) return;
  const refuse = (): void => {
    const late = Object.assign(new Error('The body did not arrive in time.'), {
      code: 'ERR_HTTP_REQUEST_TIMEOUT',
    });
    if (!request.complete) server.emit('clientError', late, request.socket);
  };
  const timer = setTimeout(refuse, ms);
  request.once('close', () => clearTimeout(timer));
}
