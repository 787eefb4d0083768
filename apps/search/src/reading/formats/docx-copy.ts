import { DocxBody } from './docx-body.ts';
import { marginsOf } from './docx-margins.ts';
import { DocxNumbering } from './docx-numbering.ts';
import { DocxPackage, type Relationship } from './docx-package.ts';
import { DocxPartText } from './docx-part-text.ts';
import { DocxStyles } from './docx-styles.ts';
import { withReadWrappers } from './docx-wrappers.ts';

const DRAWINGS = new Set(['chart', 'chartEx', 'diagramData']);

/** A DOCX for mammoth, which has in it what mammoth does not read otherwise. */
export interface DocxCopy {
  readonly docx: Buffer;
  /** The text of its headers and footers, which mammoth does not read at all. */
  readonly margins: string;
}

/** @param wrapped The parts that have wrappers. @param characters The limit of each text. */
export async function copyOf(
  original: Buffer,
  wrapped: readonly string[],
  characters: number,
): Promise<DocxCopy> {
  const docx = await DocxPackage.open(original);
  const main = await docx.main();
  const relationships = await docx.relationships(main);
  const part = async (wanted: string) =>
    docx.text(relationships.find(({ type }) => type === wanted)?.part ?? `word/${wanted}.xml`);
  const styles = new DocxStyles(await part('styles'));
  const numbering = new DocxNumbering(await part('numbering'), styles);
  const drawings = await drawingsOf(docx, relationships, characters);
  const body = new DocxBody(await docx.text(main), { styles, numbering, drawings });
  const margins = await marginsOf(docx, relationships, body, characters);
  docx.replace(main, String(body));
  for (const name of wrapped) {
    const xml = await docx.bytes(name);
    if (xml) docx.replace(name, withReadWrappers(xml));
  }
  return { docx: await docx.pack(), margins };
}

/** The lines of charts and of SmartArt, by their relationships. */
async function drawingsOf(
  docx: DocxPackage,
  relationships: readonly Relationship[],
  characters: number,
): Promise<Map<string, readonly string[]>> {
  const drawings = new Map<string, readonly string[]>();
  for (const { id, type, part } of relationships) {
    if (!DRAWINGS.has(type)) continue;
    const lines = new Set(new DocxPartText(await docx.text(part), characters).lines());
    if (lines.size > 0) drawings.set(id, [...lines]);
  }
  return drawings;
}
