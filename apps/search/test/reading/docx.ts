import { type Packed, packed, zip } from './zip.ts';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const SHAPES = 'xmlns:v="urn:schemas-microsoft-com:vml"';
const DRAWINGS =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"';
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
  .join('')}${[
  ['Clause', '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>'],
  ['Subclause', '<w:basedOn w:val="Clause"/>'],
  ['Note', '<w:basedOn w:val="Secret"/>'],
  ['Secret', '<w:basedOn w:val="Note"/><w:rPr><w:vanish/></w:rPr>'],
]
  .map(([id, more]) => `<w:style w:styleId="${id}"><w:name w:val="${id}"/>${more}</w:style>`)
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

/** A part to which a document refers: the first one by "r1", the next one by "r2". */
export interface Related {
  /** Such as "header". */
  readonly type: string;
  readonly content: string;
}

/** A DOCX with this body and these parts, whose root elements are without a meaning. */
export function docxWith(body: string, related: readonly Related[]): Buffer {
  const parts = related.map(({ type, content }, at) => ({ type, content, name: `${type}${at}.xml` }));
  return docx(
    body,
    parts.map(({ name, content }) =>
      packed(`word/${name}`, `<w:root ${W} ${SHAPES} ${DRAWINGS}>${content}</w:root>`),
    ),
    undefined,
    parts.map(({ type, name }) => [type, name] as const),
  );
}

/** A DOCX with this body. */
export function docx(
  body: string,
  more: readonly Packed[] = [],
  main = 'word/document.xml',
  targets: readonly (readonly [type: string, target: string])[] = [],
): Buffer {
  return zip([
    packed('[Content_Types].xml', TYPES),
    packed('_rels/.rels', relationships([['officeDocument', main]])),
    packed('word/_rels/document.xml.rels', relationships([['styles', 'styles.xml'], ...targets])),
    packed('word/styles.xml', STYLES),
    packed(
      'word/document.xml',
      `<?xml version="1.0"?><w:document ${W} ${SHAPES} ${EQUATIONS} ${DRAWINGS} xmlns:r="${OFFICE}"><w:body>${body}</w:body></w:document>`,
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
