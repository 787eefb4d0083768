/** A file as a client uploads it. */
export interface FileGiven {
  readonly name: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
  readonly type?: string;
}

/** The form of an upload, as browsers encode it. */
export function formOf(files: readonly FileGiven[], fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  for (const { name, content, type } of files) {
    form.append('files', new Blob([content], type === undefined ? {} : { type }), name);
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

const BOUNDARY = '----form';

/** The type of a form that is written by hand. */
export const FORM_TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** A form that no browser would send: each part with its headers unchanged. */
export function writtenForm(
  parts: readonly (readonly [disposition: string, content: string | Uint8Array])[],
  end = `--${BOUNDARY}--\r\n`,
): Uint8Array<ArrayBuffer> {
  const written = parts.flatMap(([disposition, content]) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return new Uint8Array(Buffer.concat([...written, Buffer.from(end)]));
}
