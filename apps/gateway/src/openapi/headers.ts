/** Headers of a response in the document. */
export type ResponseHeaders = Readonly<
  Record<string, { readonly required?: boolean; readonly description: string; readonly schema: object }>
>;

/** When to retry. */
export const RETRY_AFTER: ResponseHeaders = {
  'Retry-After': {
    required: true,
    description: 'Retry after this many seconds.',
    schema: { type: 'string', pattern: '^[1-9][0-9]*$' },
  },
};

/** When to repeat a request to get its response, while the first one is still running. */
export const STILL_RUNNING_RETRY: ResponseHeaders = {
  'Retry-After': {
    description:
      'Present only if a request with the same Idempotency-Key is still running. Repeat the request after this many seconds to get its response.',
    schema: { type: 'string', pattern: '^[1-9][0-9]*$' },
  },
};

/** Of every successful GET of one object. */
export const VALIDATOR: ResponseHeaders = {
  ETag: {
    required: true,
    description: 'Send it as `If-None-Match` to get 304 while the object is unchanged.',
    schema: { type: 'string' },
  },
};

/** The part of a file, and the size of the whole. */
export const CONTENT_RANGE: ResponseHeaders = {
  'Content-Range': {
    required: true,
    description:
      'The first and the last byte, and the size of the whole: `bytes 0-1023/4096`, `bytes */4096`.',
    schema: { type: 'string' },
  },
};

/** For a file, also with a 304: the validator does not cover its name. */
export const NAMED: ResponseHeaders = {
  'Content-Disposition': {
    required: true,
    description: 'Marks the response as an attachment with the name of the document.',
    schema: { type: 'string', pattern: '^attachment; ' },
  },
};

/** Files are for saving, not for display, and browsers run nothing in them. */
export const ATTACHMENT: ResponseHeaders = {
  ...NAMED,
  'Content-Security-Policy': {
    required: true,
    description: 'Browsers run nothing of the file.',
    schema: { const: "sandbox; default-src 'none'" },
  },
  'Accept-Ranges': {
    required: true,
    description: 'Ranges of bytes may be requested.',
    schema: { const: 'bytes' },
  },
};

/** Of every successful GET. */
export const REVALIDATE: ResponseHeaders = {
  'Cache-Control': {
    required: true,
    description: 'Cached by the client alone, and revalidated each time.',
    schema: { const: 'private, no-cache' },
  },
};

/** Of every error, every stream, and every successful request that is not a GET. */
export const UNKEPT: ResponseHeaders = {
  'Cache-Control': { required: true, description: 'Never cached.', schema: { const: 'no-store' } },
};

/** Of streams. */
export const UNBUFFERED: ResponseHeaders = {
  'X-Accel-Buffering': {
    required: true,
    description: 'Tells proxies to forward each event immediately.',
    schema: { const: 'no' },
  },
};

/** Of a response that may be replayed. */
export const REPLAYED: ResponseHeaders = {
  'Idempotent-Replayed': {
    description: 'The response to an earlier request with the same Idempotency-Key.',
    schema: { const: 'true' },
  },
};

/** Adds the headers that every response has. */
export function withCommon(headers: ResponseHeaders): ResponseHeaders {
  return {
    'X-Request-Id': {
      required: true,
      description: 'The id of the request; its log lines contain it.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
    },
    'X-Content-Type-Options': {
      required: true,
      description: 'Browsers must not guess the type.',
      schema: { const: 'nosniff' },
    },
    ...headers,
  };
}
