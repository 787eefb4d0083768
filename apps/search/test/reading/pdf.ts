import { PDFDocument, StandardFonts } from 'pdf-lib';

/** A PDF with these lines on each page; an empty line is an empty line. */
export async function pdf(pages: readonly (readonly string[])[]): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const lines of pages) {
    const page = document.addPage([595, 842]);
    lines.forEach((line, at) => {
      if (line !== '') page.drawText(line, { x: 50, y: 790 - 14 * at, size: 11, font });
    });
  }
  return Buffer.from(await document.save());
}

/** A PDF made by hand of these objects, the first of which is its catalog. */
export function rawPdf(objects: readonly string[], trailer = ''): Buffer {
  let body = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  return Buffer.from(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
}

const ONE_PAGE = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
];

/** A PDF that cannot be opened without a password. */
export function encryptedPdf(): Buffer {
  const encrypt = `<< /Filter /Standard /V 1 /R 2 /O <${'5a'.repeat(32)}> /U <${'a5'.repeat(32)}> /P -4 >>`;
  return rawPdf([...ONE_PAGE, encrypt], `/Encrypt 4 0 R /ID [<${'01'.repeat(16)}> <${'01'.repeat(16)}>]`);
}

/** A PDF whose pages contain themselves. */
export function endlessPdf(): Buffer {
  return rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000 >>']);
}

/** A PDF that declares a thousand million pages. */
export function boastingPdf(): Buffer {
  return rawPdf([ONE_PAGE[0]!, '<< /Type /Pages /Kids [3 0 R] /Count 1000000000 >>', ONE_PAGE[2]!]);
}

/** A PDF whose page has compressed content. */
export function pdfWithContent(deflated: Buffer): Buffer {
  const stream = `<< /Length ${deflated.length} /Filter /FlateDecode >>\nstream\n${deflated.toString('latin1')}\nendstream`;
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>';
  return rawPdf([ONE_PAGE[0]!, ONE_PAGE[1]!, page, stream]);
}

/** A PDF of one page with a text, its parts named by an outline. */
export function pdfWithOutline(lines: readonly string[], titles: readonly string[]): Buffer {
  const shown = lines.map((line) => `(${line}) Tj 0 -14 Td`).join(' ');
  const content = `BT /F 11 Tf 20 180 Td ${shown} ET`;
  const first = 7;
  const items = titles.map((title, at) => {
    const next = at + 1 < titles.length ? `/Next ${first + at + 1} 0 R` : '';
    return `<< /Title (${title}) /Parent 6 0 R /Dest [3 0 R /Fit] ${next} >>`;
  });
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>',
    ONE_PAGE[1]!,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /First ${first} 0 R /Last ${first + titles.length - 1} 0 R /Count ${titles.length} >>`,
    ...items,
  ]);
}

/** A PDF of one page with a text in a font that it does not contain, in one of the encodings that it need not contain either. */
export function pdfInEncoding(encoding: string, collection: string, text: Buffer): Buffer {
  const content = `BT /F 11 Tf 20 180 Td <${text.toString('hex')}> Tj ET`;
  return rawPdf([
    ONE_PAGE[0]!,
    ONE_PAGE[1]!,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /${encoding} /DescendantFonts [6 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Song /CIDSystemInfo << /Registry (Adobe) /Ordering (${collection}) /Supplement 2 >> /FontDescriptor 7 0 R >>`,
    '<< /Type /FontDescriptor /FontName /Song /Flags 4 /FontBBox [0 -120 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 80 >>',
  ]);
}

/**
 * A PDF of one page with a form: a field with its appearance, one without, one that is hidden and one for a password, beside a text that
 * was typed onto the page and a note that is closed.
 */
export function pdfWithForm(): Buffer {
  const field = (rest: string) =>
    `<< /Type /Annot /Subtype /Widget /FT /Tx /Rect [60 150 190 190] ${rest} >>`;
  const appearance = (text: string) =>
    stream(
      showing(text),
      `/Type /XObject /Subtype /Form /BBox [0 0 100 14] /Resources << /Font << /F 5 0 R >> >>`,
    );
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R 8 0 R 9 0 R] >> >>',
    ONE_PAGE[1]!,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> /Annots [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R 11 0 R] >>',
    stream(showing('Name:')),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    field('/T (a) /V (Lovelace, A.) /F 4 /AP << /N 12 0 R >>'),
    field('/T (b) /V (12 March) /F 4'),
    field('/T (c) /V (hidden) /F 2'),
    field('/T (d) /V (secret) /F 4 /Ff 8192'),
    '<< /Type /Annot /Subtype /FreeText /Contents (Typed) /F 4 /Rect [20 100 190 120] /AP << /N 13 0 R >> >>',
    '<< /Type /Annot /Subtype /Text /Contents (A note) /Rect [20 50 40 70] >>',
    appearance('Ada Lovelace'),
    appearance('Typed on the page'),
  ]);
}

function showing(text: string): string {
  return `BT /F 11 Tf 2 2 Td (${text}) Tj ET`;
}

function stream(content: string, more = ''): string {
  return `<< ${more} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}
