import { NotPossible } from '@pks/platform/process';

/** The headers of a part of a multipart body. */
export interface PartHeaders {
  /** The field's name. */
  readonly name: string;
  /** The name without folders; undefined if the part is not a file. */
  readonly fileName: string | undefined;
  /** As sent. */
  readonly contentType: string | undefined;
}

const DISPOSITION = /^\s*form-data\s*(?=;|$)/i;
const PARAMETER = /\s*;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/y;
const ENCODED = /^utf-8'[^']*'(.*)$/i;

/** Reads the headers of a part, with names in lower case and values in Latin-1. @throws NotPossible */
export function partHeadersIn(headers: Readonly<Record<string, readonly string[]>>): PartHeaders {
  const parameters = parametersOf(textOf(headers['content-disposition']?.[0] ?? '').trim());
  const name = parameters.get('name');
  if (name === undefined) throw malformed();
  return {
    name,
    fileName: fileNameIn(parameters),
    contentType: headers['content-type']?.[0],
  };
}

/** A body that cannot be parsed. */
export function malformed(): NotPossible {
  return new NotPossible('The body is not valid multipart/form-data.');
}

/** Decodes UTF-8; invalid bytes become U+FFFD, which names may not contain. */
function textOf(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}

function parametersOf(disposition: string): ReadonlyMap<string, string> {
  const [kind] = DISPOSITION.exec(disposition) ?? [];
  if (kind === undefined) throw malformed();
  const parameters = new Map<string, string>();
  for (let at = kind.length; at < disposition.length; at = PARAMETER.lastIndex) {
    PARAMETER.lastIndex = at;
    const match = PARAMETER.exec(disposition);
    if (!match) throw malformed();
    const [, name = '', quoted, plain = ''] = match;
    parameters.set(name.toLowerCase(), quoted === undefined ? plain : unquoted(quoted));
  }
  return parameters;
}

/** Browsers send a quote as `%22`, older clients escape it with a backslash. */
function unquoted(text: string): string {
  return text.replace(/\\(["\\])/g, '$1').replaceAll('%22', '"');
}

function fileNameIn(parameters: ReadonlyMap<string, string>): string | undefined {
  const name = decoded(parameters.get('filename*')) ?? parameters.get('filename');
  return name === undefined ? undefined : baseOf(name);
}

/** Decodes RFC 8187; undefined if that fails. */
function decoded(encoded: string | undefined): string | undefined {
  const [, text] = ENCODED.exec(encoded ?? '') ?? [];
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The last part of a path of any operating system; empty if that is `.` or `..`. */
function baseOf(path: string): string {
  const base = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).trim();
  return base === '.' || base === '..' ? '' : base;
}
