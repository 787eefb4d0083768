import { type SentBody, bytesOf } from './request.ts';

/** A file in a form. */
export interface FormFile {
  readonly name: string;
  readonly type: string;
  readonly content: string;
}

/** One part of a form: a file where it has a file name. */
export interface Part {
  readonly field: string;
  readonly content: string;
  readonly file?: { readonly name: string; readonly type: string };
}

const BOUNDARY = '----hostile-8d2f1c';

/** A form in `multipart/form-data`. */
export function formBody(parts: readonly Part[]): SentBody {
  const texts = parts.map(({ field, content, file }) => {
    const fileName = file === undefined ? '' : `; filename="${quoted(file.name)}"`;
    const type = file === undefined ? '' : `\r\nContent-Type: ${file.type}`;
    const head = `Content-Disposition: form-data; name="${quoted(field)}"${fileName}${type}`;
    return `--${BOUNDARY}\r\n${head}\r\n\r\n${content}\r\n`;
  });
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  return { type, bytes: bytesOf(`${texts.join('')}--${BOUNDARY}--\r\n`) };
}

/** An upload of files with the other fields, as texts. */
export function uploadBody(files: readonly FormFile[], fields: Readonly<Record<string, string>>): SentBody {
  const others = Object.entries(fields).map(([field, content]): Part => ({ field, content }));
  const sent = files.map(({ name, type, content }): Part => ({
    field: 'files',
    content,
    file: { name, type },
  }));
  return formBody([...others, ...sent]);
}

/** A name as browsers write it (WHATWG, multipart/form-data). */
function quoted(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}
