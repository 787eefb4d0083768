import { Integer, Nested, Uuid, Words } from '../kit/fields.ts';
import { InProject } from '../requests.ts';

/** The size of the largest file. Bytes. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;

/**
 * The space that the files of a project take up, and may take up. Files that are being uploaded or deleted
 * count.
 */
export class DocumentStorage {
  @Integer({ description: 'The bytes that all files of the project take up.' })
  readonly stored_bytes!: number;

  @Integer({ description: 'The most bytes that all files of the project may take up.' })
  readonly allowed_bytes!: number;

  @Integer({ description: 'The number of files that the project has.' })
  readonly stored_files!: number;

  @Integer({ description: 'The most files that the project may have.' })
  readonly allowed_files!: number;
}

/** A file that was written after its room was reserved. */
export class WrittenFile {
  @Uuid()
  readonly document_id!: string;

  @Integer({ min: 0, max: MAX_FILE_BYTES })
  readonly file_size!: number;
}

/** Reserves room for one file. */
export class ReserveFile extends InProject {
  /** The most bytes that the file may have. */
  @Integer({ min: 0, max: MAX_FILE_BYTES, default: MAX_FILE_BYTES })
  readonly most_bytes!: number;

  /** The fewest bytes of this file and those that follow it in the upload together. */
  @Integer({ min: 0, default: 0 })
  readonly least_bytes!: number;

  /** The previous file of the upload, whose room shrinks to its size. */
  @Nested(WrittenFile, { optional: true })
  readonly written?: WrittenFile;
}

/** A reservation for one file: its id and the key of its bytes. Unused, it expires after an hour. */
export class ReservedFile {
  @Uuid()
  readonly document_id!: string;

  @Words()
  readonly blob_key!: string;

  /** The bytes that may be written: fewer than requested if the project may not store more. */
  @Integer()
  readonly room_bytes!: number;
}

/**
 * Why a project has no room for an upload that needs this many more bytes; undefined if their number is
 * unknown.
 */
export function noRoomFor(needed: number | undefined, storage: DocumentStorage): string {
  const { stored_bytes, allowed_bytes, stored_files, allowed_files } = storage;
  if (stored_files >= allowed_files) {
    return `The project stores ${counted(stored_files)} of ${counted(allowed_files)} files.`;
  }
  const state = `The project stores ${sized(stored_bytes)} of ${sized(allowed_bytes)}.`;
  return `${state} This upload needs ${needed === undefined ? '' : `${sized(needed)} `}more.`;
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

function sized(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(1, bytes)) / 10), UNITS.length - 1);
  return `${counted(Math.floor((bytes / 1024 ** power) * 10) / 10)} ${UNITS[power]}`;
}

function counted(number: number): string {
  return number.toLocaleString('en');
}
