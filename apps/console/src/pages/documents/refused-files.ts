import { fieldError } from '../../api/client.ts';
import { texts } from '../../texts.ts';
import { keyIn } from '../../ui/field-key.ts';

/** The most files in one upload. */
const MOST_FILES = 100;
/** The largest file. Bytes. */
const MOST_BYTES = 100 * 1024 * 1024;

/** A file that was refused, and the reason. */
export interface RefusedFile {
  readonly name: string;
  readonly reason: string;
}

/** Thrown for files that are refused before anything is sent. */
class FilesRefused extends Error {
  constructor(readonly files: readonly RefusedFile[]) {
    super(texts.documents.nothingUploaded);
  }
}

/** Refuses files that the service would only refuse once all of them were sent. */
export function assertFits(files: readonly Pick<File, 'name' | 'size'>[]): void {
  if (files.length > MOST_FILES) throw new Error(texts.documents.tooMany(files.length));
  const refused = files.filter(({ size }) => size > MOST_BYTES);
  if (refused.length === 0) return;
  throw new FilesRefused(refused.map(({ name }) => ({ name, reason: texts.documents.tooLarge })));
}

/** The files that a refusal is about; none if it is about all of them. */
export function refusedFiles(error: unknown, files: readonly Pick<File, 'name'>[]): readonly RefusedFile[] {
  if (error instanceof FilesRefused) return error.files;
  return files.flatMap(({ name }, n) => {
    const reason = fieldError(error, keyIn(error, `files.${n}`));
    return reason === undefined ? [] : [{ name, reason }];
  });
}
