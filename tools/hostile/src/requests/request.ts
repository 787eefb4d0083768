/** A body as it is sent. */
export interface SentBody {
  /** `Content-Type`; if it is empty, none is sent. */
  readonly type: string;
  /** In Latin-1: each character is a byte, so that the body prints and shrinks as text. */
  readonly bytes: string;
}

/** A request that is ready to be sent. */
export interface SentRequest {
  readonly method: string;
  /** With the prefix of the API, the query, and everything encoded. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: SentBody | null;
}

/** The bytes of a text in UTF-8, as `SentBody` has them. */
export function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** A body of JSON. Lone surrogates become escapes, as `JSON.stringify` writes them. */
export function jsonBody(value: unknown): SentBody {
  return { type: 'application/json', bytes: bytesOf(JSON.stringify(value)) };
}

/** The request as a command line, whose credential is `$TOKEN`. */
export function curlOf({ method, target, headers, body }: SentRequest, origin: string): string {
  const { authorization, ...others } = headers;
  const sent = {
    ...(authorization === undefined
      ? {}
      : { Authorization: /^bearer pk/i.test(authorization) ? 'Bearer $TOKEN' : authorization }),
    ...others,
    ...(body === null ? {} : { 'Content-Type': body.type }),
  };
  const lines = Object.entries(sent).map(
    ([name, value]) => `-H "${name}: ${value.replace(/["\\`]/g, '\\$&')}"`,
  );
  const data = body === null ? [] : [`--data-binary $'${escaped(body.bytes)}'`];
  return [
    'curl -sS --path-as-is',
    `-X ${method}`,
    `'${origin}${target.replaceAll("'", '%27')}'`,
    ...lines,
    ...data,
  ].join(' ');
}

function escaped(bytes: string): string {
  return bytes.replace(/[^\x20-\x7e]|['\\]/g, (character) => {
    if (character === "'" || character === '\\') return `\\${character}`;
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}
