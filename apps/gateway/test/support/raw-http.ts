import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The response on a raw connection. */
export interface RawAnswer {
  /** 0 if there was no HTTP response. */
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** Everything received, unchanged. */
  readonly text: string;
}

const PATIENCE_MS = 5_000;

/** Sends bytes unchanged over a connection of their own, and returns the last response. */
export async function sendRaw(baseUrl: string, ...parts: (string | Uint8Array)[]): Promise<RawAnswer> {
  return parseAnswer(await exchange(baseUrl, parts, isWhole));
}

/** Sends bytes over a connection of their own, and returns all that is received until the server ends it. */
export function sendUntilClosed(baseUrl: string, ...parts: (string | Uint8Array)[]): Promise<string> {
  return exchange(baseUrl, parts, () => false);
}

/** The response to a request that is written to its end before anything is read, as simple clients do it. */
export async function sendThenRead(baseUrl: string, bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname).pause();
  await new Promise((resolve) => socket.once('error', resolve).write(bytes, resolve));
  const received: Buffer[] = [];
  socket.on('data', (data) => received.push(data)).resume();
  await new Promise((resolve) => (socket.closed ? resolve(null) : socket.once('close', resolve)));
  return parseAnswer(Buffer.concat(received).toString());
}

/** Sends bytes over a connection of their own and disconnects. */
export function breakOff(baseUrl: string, bytes: string): Promise<void> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes, () => socket.destroy()));
    socket.once('close', () => resolve()).once('error', () => resolve());
  });
}

async function exchange(
  baseUrl: string,
  parts: readonly (string | Uint8Array)[],
  isDone: (received: string) => boolean,
): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  const received: Buffer[] = [];
  const done = new Promise<void>((resolve) => {
    socket.on('data', (data) => {
      received.push(data);
      if (isDone(Buffer.concat(received).toString('latin1'))) resolve();
    });
    socket.once('close', () => resolve()).once('error', () => resolve());
  });
  for (const part of parts) socket.write(part);
  const over = new AbortController();
  const patience = sleep(PATIENCE_MS, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([done, patience]);
  over.abort();
  socket.destroy();
  return Buffer.concat(received).toString();
}

/** A request's head: its first line, then its headers. */
export function head(line: string, ...headers: string[]): string {
  return `${[line, ...headers].join('\r\n')}\r\n\r\n`;
}

/** Whether the last response is complete. */
function isWhole(text: string): boolean {
  const { status, headers, body } = parseAnswer(text);
  if (status === 100 || status === 0) return false;
  if (headers.get('transfer-encoding') === 'chunked') return body.endsWith('0\r\n\r\n');
  return headers.has('content-length') && body.length >= Number(headers.get('content-length'));
}

/** Parses the last response in a text; interim responses precede it. */
export function parseAnswer(text: string): RawAnswer {
  const final = text.replace(/^HTTP\/1\.1 1\d\d [^]*?\r\n\r\n/, '');
  const [start = '', ...rest] = final.split('\r\n\r\n');
  const [line = '', ...fields] = start.split('\r\n');
  const headers = new Headers();
  for (const field of fields) {
    const colon = field.indexOf(':');
    if (colon > 0) headers.append(field.slice(0, colon), field.slice(colon + 1).trim());
  }
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(line)?.[1] ?? 0);
  return { status, headers, body: rest.join('\r\n\r\n'), text };
}
