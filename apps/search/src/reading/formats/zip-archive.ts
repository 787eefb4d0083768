import { type Entry, type ZipFile, fromFd } from 'yauzl';
import type { Source } from '../child/source.ts';
import { Unreadable } from '../unreadable.ts';

/** An archive with more files, or more bytes once they are unpacked, is not opened. */
const MOST_ENTRIES = 10_000;
const MOST_BYTES = 256 * 2 ** 20;
/**
 * An archive is not opened either when its content is larger than a megabyte and than this many times the archive: no
 * text compresses that well.
 */
const MOST_RATIO = 200;

const PARTS = /\.(xml|rels)$/i;

/** Gets the pieces of an XML part. */
type Look = (piece: Buffer, part: string) => void;

/**
 * The names in an archive. Checks first that no entry of its directory is too large, and that its XML parts, which are unpacked piece
 * by piece, looked at and discarded, are not larger than the directory says. @throws Unreadable
 */
export async function assertHarmless(source: Source, look: Look): Promise<Set<string>> {
  const archive = await open(source);
  const entries = await entriesOf(archive);
  assertSizes(entries, source.size);
  for (const entry of entries) if (PARTS.test(entry.fileName)) await unpack(archive, entry, look);
  return new Set(entries.map(({ fileName }) => fileName));
}

function assertSizes(entries: readonly Entry[], size: number): void {
  if (entries.some((entry) => entry.isEncrypted())) {
    throw new Unreadable('The DOCX is protected by a password.');
  }
  const bytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (bytes > MOST_BYTES) {
    throw new Unreadable(`The DOCX is larger than ${MOST_BYTES / 2 ** 20} MB once it is unpacked.`);
  }
  if (bytes > 2 ** 20 && bytes > size * MOST_RATIO) {
    throw new Unreadable(`The DOCX is more than ${MOST_RATIO} times as large once it is unpacked.`);
  }
}

function open(source: Source): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromFd(source.fd, { lazyEntries: true, autoClose: false }, (error, archive) => {
      if (error) reject(damaged(error));
      else resolve(archive);
    });
  });
}

function entriesOf(archive: ZipFile): Promise<Entry[]> {
  if (archive.entryCount > MOST_ENTRIES) {
    throw new Unreadable(`The DOCX consists of more than ${MOST_ENTRIES.toLocaleString('en')} files.`);
  }
  const entries: Entry[] = [];
  return new Promise((resolve, reject) => {
    archive.on('entry', (entry: Entry) => {
      entries.push(entry);
      archive.readEntry();
    });
    archive.on('end', () => resolve(entries));
    archive.on('error', (error: Error) => reject(damaged(error)));
    archive.readEntry();
  });
}

function unpack(archive: ZipFile, entry: Entry, look: Look): Promise<void> {
  return new Promise((resolve, reject) => {
    archive.openReadStream(entry, (failed, stream) => {
      if (failed) return reject(damaged(failed));
      stream.on('error', (error: Error) => reject(damaged(error)));
      stream.on('end', resolve);
      stream.on('data', (piece: Buffer) => look(piece, entry.fileName));
    });
  });
}

function damaged(cause: Error): Unreadable {
  return new Unreadable('The DOCX is damaged.', { cause });
}
