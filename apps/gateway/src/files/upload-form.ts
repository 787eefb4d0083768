import { MAX_FILES, type Pair, StoredFile, fieldsOf } from '@pks/contracts';
import { type FieldErrors, Invalid, Parser } from '@pks/platform/process';
import { contentTypeOf } from './content-types.ts';
import { jsonValueIn } from './form-json.ts';
import type { PartHeaders } from './part-headers.ts';

/** The fields of an upload. */
export const FILES = 'files';
export const METADATA = 'files_metadata';
export const SKIP_PARSING = 'skip_parsing';

type Metadata = readonly (readonly Pair[])[];

/** The name and type of a file. */
export type FileNote = Pick<StoredFile, 'name' | 'content_type'>;

const names = Parser.of(StoredFile, fieldsNamed('name'));
const pairs = Parser.of(StoredFile, fieldsNamed('metadata'));

/** @throws Invalid keyed to `files` */
export function assertNotTooMany(files: number): void {
  assertMost(FILES, files);
}

/** @throws Invalid keyed to the field if it has more items than an upload has files. */
function assertMost(name: string, items: number): void {
  if (items <= MAX_FILES) return;
  throw Invalid.field(name, `Ensure this field has no more than ${MAX_FILES} items.`);
}

/** Reads the name and type of one more file. @throws Invalid keyed to the file in `files` */
export function fileNoteOf({ fileName, contentType }: PartHeaders, before: number): FileNote {
  const key = `${FILES}.${before}`;
  if (!fileName) throw Invalid.field(key, 'A file needs a name.');
  if (/[\0\uFFFD]/.test(fileName)) throw Invalid.field(key, 'The name of the file is not valid UTF-8.');
  const { name = '' } = rekeyed(() => names.parse({ name: fileName }), 'name', key);
  return { name, content_type: contentTypeOf(contentType, name) };
}

/** Reads the other fields of an upload. @throws Invalid keyed to the field */
export class UploadFields {
  private readonly texts = new Map<string, Buffer>();

  /** Keeps the value of a field. */
  add(name: string, text: Buffer): void {
    if (this.texts.has(name)) throw Invalid.field(name, 'This field may be given once only.');
    this.texts.set(name, text);
  }

  /** Validates the fields that have arrived so far: an invalid one before the files is refused before any file is written. */
  check(): void {
    this.skipsParsing();
    this.lists();
  }

  skipsParsing(): boolean {
    const text = String(this.texts.get(SKIP_PARSING) ?? 'false');
    if (text !== 'true' && text !== 'false') throw Invalid.field(SKIP_PARSING, 'Must be a valid boolean.');
    return text === 'true';
  }

  /** A list of pairs for each file. */
  metadataOf(files: number): Metadata {
    const lists = this.lists() ?? Array.from({ length: files }, () => []);
    if (lists.length === files) return lists;
    const sentence = `Give a list of pairs for each file: there are ${files} files and ${lists.length} lists.`;
    throw Invalid.field(METADATA, sentence);
  }

  private lists(): Metadata | undefined {
    const text = this.texts.get(METADATA);
    if (text === undefined) return undefined;
    const lists = jsonValueIn(METADATA, text);
    if (!Array.isArray(lists)) throw Invalid.field(METADATA, 'Expected a list of items.');
    assertMost(METADATA, lists.length);
    return lists.map((metadata: unknown, n) => {
      const key = `${METADATA}.${n}`;
      return rekeyed(() => pairs.parse({ metadata }), 'metadata', key).metadata ?? [];
    });
  }
}

function fieldsNamed(name: keyof StoredFile) {
  return fieldsOf(StoredFile).filter((field) => field.name === name);
}

/** Runs work, and rekeys its errors from one field to another. */
function rekeyed<T>(work: () => T, from: string, to: string): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw new Invalid(renamed(error.data.fields ?? {}, from, to));
  }
}

function renamed(fields: FieldErrors, from: string, to: string): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([key, sentences]) => [to + key.slice(from.length), sentences] as const),
  );
}
