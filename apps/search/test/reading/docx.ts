import { type Packed, packed, zip } from './zip.ts';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const SHAPES = 'xmlns:v="urn:schemas-microsoft-com:vml"';
const EQUATIONS = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml" ContentType="${MAIN}.document.main+xml"/>
<Override PartName="/word/styles.xml" ContentType="${MAIN}.styles+xml"/></Types>`;

const STYLES = `<w:styles ${W}>${[
  ['Titel', 'Title'],
  ['Kop1', 'heading 1'],
  ['Kop2', 'heading 2'],
]
  .map(([id, name]) => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`)
  .join('')}</w:styles>`;

/** A paragraph, in a style by its id. */
export function paragraph(text: string, style = ''): string {
  const properties = style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${properties}${run(text)}</w:p>`;
}

/** A text of a paragraph. */
export function run(text: string): string {
  return `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
}

/** A text of a paragraph, with small characters that say how it is read. */
export function ruby(text: string, reading: string): string {
  return `<w:r><w:ruby><w:rubyPr><w:lid w:val="ja-JP"/></w:rubyPr><w:rt>${run(reading)}</w:rt><w:rubyBase>${run(text)}</w:rubyBase></w:ruby></w:r>`;
}

/** A text of an equation. */
export function term(text: string): string {
  return `<m:r><w:rPr><w:i/></w:rPr><m:t>${text}</m:t></m:r>`;
}

export function table(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) => row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('');
  return `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('')}</w:tbl>`;
}

/** A DOCX with this body. */
export function docx(body: string, more: readonly Packed[] = [], main = 'word/document.xml'): Buffer {
  return zip([
    packed('[Content_Types].xml', TYPES),
    packed('_rels/.rels', relationships([['officeDocument', main]])),
    packed('word/_rels/document.xml.rels', relationships([['styles', 'styles.xml']])),
    packed('word/styles.xml', STYLES),
    packed(
      'word/document.xml',
      `<?xml version="1.0"?><w:document ${W} ${SHAPES} ${EQUATIONS}><w:body>${body}</w:body></w:document>`,
    ),
    ...more,
  ]);
}

function relationships(targets: readonly (readonly [string, string])[]): string {
  const each = targets.map(
    ([type, target], at) => `<Relationship Id="r${at}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`;
}
