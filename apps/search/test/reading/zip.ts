import { constants, crc32, deflateRawSync } from 'node:zlib';

/** A file in an archive: its bytes, or already compressed data, with the size that the archive declares. */
export interface Packed {
  readonly name: string;
  readonly bytes: Buffer;
  readonly size: number;
  readonly crc: number;
  readonly flags: number;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const DEFLATED = 8;

export function packed(name: string, content: string | Buffer): Packed {
  const bytes = Buffer.from(content);
  return { name, bytes: deflateRawSync(bytes), size: bytes.length, crc: crc32(bytes), flags: 0 };
}

/** That many MiB of spaces, compressed to about a kilobyte each. */
export function bomb(name: string, mebibytes: number, declared = mebibytes * 2 ** 20): Packed {
  const piece = deflateRawSync(Buffer.alloc(2 ** 20, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const bytes = Buffer.concat([...Array<Buffer>(mebibytes).fill(piece), deflateRawSync('')]);
  return { name, bytes, size: declared, crc: 0, flags: 0 };
}

/** A ZIP archive made by hand, because some tests need one that lies. */
export function zip(files: readonly Packed[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const local = Buffer.concat([header(LOCAL, file), Buffer.from(file.name), file.bytes]);
    locals.push(local);
    centrals.push(header(CENTRAL, file, at), Buffer.from(file.name));
    at += local.length;
  }
  const directory = Buffer.concat(centrals);
  return Buffer.concat([...locals, directory, ending(files.length, directory.length, at)]);
}

function header(signature: number, file: Packed, at?: number): Buffer {
  const central = at !== undefined;
  const bytes = Buffer.alloc(central ? 46 : 30);
  bytes.writeUInt32LE(signature, 0);
  const shift = central ? 2 : 0;
  if (central) bytes.writeUInt16LE(20, 4);
  bytes.writeUInt16LE(20, 4 + shift);
  bytes.writeUInt16LE(file.flags, 6 + shift);
  bytes.writeUInt16LE(DEFLATED, 8 + shift);
  bytes.writeUInt32LE(file.crc, 14 + shift);
  bytes.writeUInt32LE(file.bytes.length, 18 + shift);
  bytes.writeUInt32LE(file.size, 22 + shift);
  bytes.writeUInt16LE(Buffer.byteLength(file.name), 26 + shift);
  if (central) bytes.writeUInt32LE(at, 42);
  return bytes;
}

function ending(files: number, length: number, at: number): Buffer {
  const bytes = Buffer.alloc(22);
  bytes.writeUInt32LE(END, 0);
  bytes.writeUInt16LE(files, 8);
  bytes.writeUInt16LE(files, 10);
  bytes.writeUInt32LE(length, 12);
  bytes.writeUInt32LE(at, 16);
  return bytes;
}
