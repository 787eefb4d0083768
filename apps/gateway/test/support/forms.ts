/** A file as a client uploads it. */
export interface FileGiven {
  readonly name: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
  readonly type?: string;
}

/** The form of an upload, as browsers make it. */
export function formOf(files: readonly FileGiven[], fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  for (const { name, content, type } of files) {
    form.append('files', new Blob([content], type === undefined ? {} : { type }), name);
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
