import type { Bytes } from './connection.ts';

/** A request, before it is written as bytes. */
export interface Request {
  readonly method: string;
  /** With the prefix of the version. */
  readonly path: string;
  readonly token?: string;
  readonly headers?: readonly string[];
  /** Sent as JSON unless a header says otherwise. */
  readonly body?: string | Buffer;
}

/** The addresses of both users, as a proxy in front of the product would name them. */
export const ADDRESSES = { honest: '203.0.113.5', abuser: '198.51.100.7' } as const;

/** The bytes of a request of the abuser. */
export function bytesOf({ method, path, token, headers = [], body }: Request): Bytes {
  const isTyped = headers.some((header) => /^content-type:/i.test(header));
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `X-Forwarded-For: ${ADDRESSES.abuser}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(body === undefined || isTyped ? [] : ['Content-Type: application/json']),
    ...(body === undefined && method === 'GET' ? [] : [`Content-Length: ${Buffer.byteLength(body ?? '')}`]),
    ...headers,
  ];
  return [`${head.join('\r\n')}\r\n\r\n`, ...(body === undefined ? [] : [body])];
}

const BOUNDARY = 'abuse-boundary';

/** The header of a form written by `formOf`. */
export const FORM_TYPE = `Content-Type: multipart/form-data; boundary=${BOUNDARY}`;

/** A file of a form. */
export interface FormFile {
  readonly name: string;
  readonly type: string;
  readonly content: string | Buffer;
}

/** The start of a file in a form: its content may follow slowly, or never end. */
export function beginningOf({ name, type }: Omit<FormFile, 'content'>): string {
  const disposition = `Content-Disposition: form-data; name="files"; filename="${name}"`;
  return `--${BOUNDARY}\r\n${disposition}\r\nContent-Type: ${type}\r\n\r\n`;
}

/** The form of an upload. */
export function formOf(...files: readonly FormFile[]): Buffer {
  const parts = files.flatMap((file) => [
    Buffer.from(beginningOf(file)),
    Buffer.from(file.content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}
