import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { MailBox } from './mail-box.ts';
import { listMessages, readMessage } from './message.ts';
import { STYLE, framed, listPage, messagePage } from './pages.ts';

const OF_PAGES =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** The policy for a mail's HTML: none of its scripts run, and it fetches nothing. */
const OF_MAILS =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'";
const ALWAYS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

interface Answer {
  readonly type: string;
  readonly body: string | Buffer;
  readonly policy?: string;
}

/** Serves the mails of a box as pages and as JSON, for requests to this address only, so that no other site can read them. */
export function openMailSite(box: MailBox): Server {
  return createServer((request, response) => {
    answer(box, request).then(
      (content) =>
        content === null ? send(response, 404, text('Not found.')) : send(response, 200, content),
      () => send(response, 500, text('This mail cannot be read.')),
    );
  });
}

async function answer(box: MailBox, request: IncomingMessage): Promise<Answer | null> {
  const port = request.socket.localPort;
  if (!['127.0.0.1', 'localhost'].some((host) => request.headers.host === `${host}:${port}`)) return null;
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  const [, first = '', ...rest] = new URL(request.url ?? '/', 'http://127.0.0.1').pathname.split('/');
  if (first === '') return html(listPage(await listMessages(box)));
  if (first === 'style.css') return { type: 'text/css; charset=utf-8', body: STYLE };
  if (first === 'messages') return part(box, rest);
  if (first === 'api' && rest[0] === 'messages') return data(box, rest.slice(1));
  return null;
}

async function part(box: MailBox, [id = '', name = '']: readonly string[]): Promise<Answer | null> {
  if (name === 'source') return source(box, id);
  const message = await readMessage(box, id);
  if (message === null) return null;
  if (name === '') return html(messagePage(message));
  return name === 'html' ? html(framed(message.html), OF_MAILS) : null;
}

async function data(box: MailBox, [id = '']: readonly string[]): Promise<Answer | null> {
  if (id === '') return json(await listMessages(box));
  const message = await readMessage(box, id);
  return message === null ? null : json(message);
}

function source(box: MailBox, id: string): Answer | null {
  const body = box.source(id);
  return body === null ? null : text(body);
}

function html(body: string, policy?: string): Answer {
  return { type: 'text/html; charset=utf-8', body, ...(policy === undefined ? {} : { policy }) };
}

function text(body: string | Buffer): Answer {
  return { type: 'text/plain; charset=utf-8', body };
}

function json(value: unknown): Answer {
  return { type: 'application/json; charset=utf-8', body: `${JSON.stringify(value, null, 2)}\n` };
}

function send(response: ServerResponse, status: number, { type, body, policy }: Answer): void {
  const headers = { ...ALWAYS, 'content-security-policy': policy ?? OF_PAGES, 'content-type': type };
  response.writeHead(status, headers).end(body);
}
