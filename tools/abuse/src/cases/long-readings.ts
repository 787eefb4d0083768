import { deflateSync } from 'node:zlib';
import type { Case } from '../case.ts';
import { FORM_TYPE, bytesOf, formOf } from '../request.ts';

const PAGES = 3_000;
/** The drawing instructions of each page. All pages share them: reading takes minutes, and the file is small. */
const CONTENT_BYTES = 2 ** 20;
const BETWEEN_FILES_MS = 1_000;

/** Files of a viewer, each of which keeps a reader busy until its time is up. */
export const longReadings: Case = {
  name: 'files that take a minute to read',
  concerns: ['upload', 'reading'],
  allowed: ['201', '413', '429', 'closed'],
  async prepare(tenant) {
    const form = formOf({ name: 'long.pdf', type: 'application/pdf', content: endlessPages() });
    const request = bytesOf({
      method: 'POST',
      path: tenant.in('/documents/bulk-upload/'),
      token: tenant.viewer.token,
      headers: [FORM_TYPE],
      body: form,
    });
    return async (attack) => {
      while (!attack.over) {
        const connections = Array.from({ length: 3 }, () => attack.connect());
        const outcomes = await Promise.all(connections.map((connection) => connection.exchange(request)));
        for (const outcome of outcomes) attack.count(outcome);
        for (const connection of connections) connection.close();
        await attack.pause(BETWEEN_FILES_MS);
      }
    };
  },
};

/** A PDF of very many pages with one and the same long content. */
function endlessPages(): Buffer {
  const content = deflateSync(Buffer.alloc(CONTENT_BYTES, 'q Q '));
  const kids = Array.from({ length: PAGES }, (_none, n) => `${n + 4} 0 R`).join(' ');
  const stream = `<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n${content.toString('latin1')}\nendstream`;
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 3 0 R >>';
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${PAGES} >>`,
    stream,
    ...Array.from({ length: PAGES }, () => page),
  ]);
}

/** A PDF of these objects, the first of which is its catalog. */
function pdfOf(objects: readonly string[]): Buffer {
  const parts = ['%PDF-1.4\n'];
  const places: number[] = [];
  let length = parts[0]?.length ?? 0;
  objects.forEach((object, at) => {
    const written = `${at + 1} 0 obj\n${object}\nendobj\n`;
    places.push(length);
    parts.push(written);
    length += written.length;
  });
  const size = objects.length + 1;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.from(`${parts.join('')}${table}${trailer}`, 'latin1');
}
