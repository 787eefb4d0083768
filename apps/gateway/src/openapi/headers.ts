/** Headers of an answer as the document describes them. */
export type ResponseHeaders = Readonly<
  Record<string, { readonly required?: boolean; readonly description: string; readonly schema: object }>
>;

/** When to come again. */
export const RETRY_AFTER: ResponseHeaders = {
  'Retry-After': {
    required: true,
    description: 'Come again after this many seconds.',
    schema: { type: 'string', pattern: '^[1-9][0-9]*$' },
  },
};

/** Of every good answer to a GET of one object. */
export const VALIDATOR: ResponseHeaders = {
  ETag: {
    required: true,
    description: 'Send it as `If-None-Match` to hear 304 while the object is the same.',
    schema: { type: 'string' },
  },
};

/** Which part of a file it is, and of how many bytes. */
export const CONTENT_RANGE: ResponseHeaders = {
  'Content-Range': {
    required: true,
    description:
      'The first and the last byte, and the size of the whole: `bytes 0-1023/4096`, `bytes */4096`.',
    schema: { type: 'string' },
  },
};

/** How a file is given: to be saved, not to be shown. */
export const ATTACHMENT: ResponseHeaders = {
  'Content-Disposition': {
    required: true,
    description: 'An attachment, with the name of the document.',
    schema: { type: 'string', pattern: '^attachment; ' },
  },
  'X-Content-Type-Options': {
    required: true,
    description: 'The type is not to be guessed.',
    schema: { const: 'nosniff' },
  },
  'Accept-Ranges': { required: true, description: 'Parts may be asked for.', schema: { const: 'bytes' } },
};

/** Of every good answer to a GET. */
export const REVALIDATE: ResponseHeaders = {
  'Cache-Control': {
    required: true,
    description: 'Kept by the client alone, and asked for anew each time.',
    schema: { const: 'private, no-cache' },
  },
};

/** Of what is told once. */
export const UNKEPT: ResponseHeaders = {
  'Cache-Control': { required: true, description: 'Kept by nobody.', schema: { const: 'no-store' } },
};

/** Of an answer that may be a repeated one. */
export const REPLAYED: ResponseHeaders = {
  'Idempotent-Replayed': {
    description: 'The answer of an earlier request with the same Idempotency-Key.',
    schema: { const: 'true' },
  },
};

/** With the header that every answer has. */
export function withRequestId(headers: ResponseHeaders = {}): ResponseHeaders {
  return {
    'X-Request-Id': {
      required: true,
      description: 'Of the request; the log lines about it carry it.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
    },
    ...headers,
  };
}
