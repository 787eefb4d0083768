import { randomUUID } from 'node:crypto';
import { constants, deflateRawSync } from 'node:zlib';
import type { Case } from '../case.ts';
import { FORM_TYPE, type FormFile, bytesOf, formOf } from '../request.ts';
import type { Tenant } from '../tenant.ts';

const MIB = 2 ** 20;
const CONNECTIONS = 4;
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** The beginnings of the headers of a ZIP archive, up to the checksum of a compressed file. */
const LOCAL = Buffer.from('504b030414000000080000000000', 'hex');
const CENTRAL = Buffer.from('504b0102140014000000080000000000', 'hex');
const END = 0x06054b50;

/** Files on which parsers of CSV, JSON, HTML and Markdown would backtrack or recurse. */
export const hostileFiles: Case = {
  name: 'files that backtrack',
  allowed: ['201', '413', '429', 'closed'],
  prepare: (tenant) =>
    uploading(tenant, [
      { name: 'a.csv', type: 'text/csv', content: 'a;,'.repeat(MIB / 4) },
      { name: 'b.csv', type: 'text/csv', content: `"${'""'.repeat(MIB / 2)}` },
      { name: 'a.json', type: 'application/json', content: '['.repeat(MIB) },
      { name: 'a.html', type: 'text/html', content: '<div>'.repeat(MIB / 5) },
      { name: 'b.html', type: 'text/html', content: 'a<!--&amp'.repeat(MIB / 9) },
      { name: 'a.md', type: 'text/markdown', content: `# ${'\t'.repeat(MIB)}\u2028x` },
      { name: 'b.md', type: 'text/markdown', content: '['.repeat(MIB) },
    ]),
};

/** A table of a million columns. */
export const manyColumns: Case = {
  name: 'a CSV of a million columns',
  allowed: ['201', '413', '429', 'closed'],
  prepare(tenant) {
    const names = Array.from({ length: 1_000_000 }, (_none, n) => `c${n}`).join(',');
    const content = `${names}\n${'1,'.repeat(999_999)}1\n${'2,'.repeat(999_999)}2\n`;
    return uploading(tenant, [{ name: 'wide.csv', type: 'text/csv', content }]);
  },
};

/** Archives that unpack to a gigabyte. */
export const zipBombs: Case = {
  name: 'zip bombs',
  allowed: ['201', '413', '429', 'closed'],
  prepare: (tenant) =>
    uploading(tenant, [
      { name: 'bomb.docx', type: WORD, content: archive(1_024 * MIB) },
      { name: 'liar.docx', type: WORD, content: archive(1_000) },
    ]),
};

function uploading(tenant: Tenant, files: readonly FormFile[]): ReturnType<Case['prepare']> {
  const requests = files.map((file) =>
    bytesOf({
      method: 'POST',
      path: tenant.in('/documents/bulk-upload/'),
      token: tenant.viewer.token,
      headers: [FORM_TYPE, `X-Request-Id: ${randomUUID()}`],
      body: formOf(file),
    }),
  );
  return Promise.resolve((attack) => attack.flood(CONNECTIONS, (n) => requests[n % requests.length] ?? []));
}

/** An archive with one document, a gigabyte of spaces, that declares `declaredBytes` as its size. */
function archive(declaredBytes: number): Buffer {
  const name = Buffer.from('word/document.xml');
  const piece = deflateRawSync(Buffer.alloc(MIB, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const packed = Buffer.concat([...Array.from({ length: 1_024 }, () => piece), deflateRawSync('')]);
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(packed.length, 4);
  sizes.writeUInt32LE(declaredBytes, 8);
  sizes.writeUInt16LE(name.length, 12);
  const local = Buffer.concat([LOCAL, sizes, name, packed]);
  const entry = Buffer.concat([CENTRAL, sizes, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, entry, end]);
}
