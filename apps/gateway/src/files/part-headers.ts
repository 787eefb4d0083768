import { NotPossible } from '@pks/platform/process';

/** What a part of a multipart body says of itself. */
export interface PartHeaders {
  /** Of the field. */
  readonly name: string;
  /** Without any folder; undefined where the part is no file. */
  readonly fileName: string | undefined;
  /** As it was sent. */
  readonly contentType: string | undefined;
}

const DISPOSITION = /^\s*form-data\s*(?=;|$)/i;
const PARAMETER = /\s*;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*/y;
const ENCODED = /^utf-8'[^']*'(.*)$/i;

/** Reads the headers of a part, whose names are in lower case and whose bytes are a character each. @throws NotPossible */
export function partHeadersIn(headers: Readonly<Record<string, readonly string[]>>): PartHeaders {
  const parameters = parametersOf(textOf(headers['content-disposition']?.[0] ?? ''));
  const name = parameters.get('name');
  if (name === undefined) throw malformed();
  return {
    name,
    fileName: fileNameIn(parameters),
    contentType: headers['content-type']?.[0],
  };
}

/** Multipart that cannot be read. */
export function malformed(): NotPossible {
  return new NotPossible('The body is not valid multipart/form-data.');
}

/** Names come in UTF-8; what is none has U+FFFD in it, and is refused as a name. */
function textOf(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}

function parametersOf(disposition: string): ReadonlyMap<string, string> {
  const [kind] = DISPOSITION.exec(disposition) ?? [];
  if (kind === undefined) throw malformed();
  const found = new Map<string, string>();
  for (let at = kind.length; at < disposition.length; at = PARAMETER.lastIndex) {
    PARAMETER.lastIndex = at;
    const match = PARAMETER.exec(disposition);
    if (!match) throw malformed();
    const [, name = '', quoted, plain = ''] = match;
    found.set(name.toLowerCase(), quoted === undefined ? plain : unquoted(quoted));
  }
  return found;
}

/** Browsers write a quote as `%22`, older clients put a backslash before it. */
function unquoted(text: string): string {
  return text.replace(/\\(["\\])/g, '$1').replaceAll('%22', '"');
}

function fileNameIn(parameters: ReadonlyMap<string, string>): string | undefined {
  const name = decoded(parameters.get('filename*')) ?? parameters.get('filename');
  return name === undefined ? undefined : baseOf(name);
}

/** RFC 8187; undefined for what is not of it. */
function decoded(encoded: string | undefined): string | undefined {
  const [, text] = ENCODED.exec(encoded ?? '') ?? [];
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The last part of a path of any system; nothing where that names a folder. */
function baseOf(path: string): string {
  const base = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).trim();
  return base === '.' || base === '..' ? '' : base;
}
