import type { MarginReference } from './docx-body.ts';
import type { DocxPackage, Relationship } from './docx-package.ts';
import { DocxPartText } from './docx-part-text.ts';
import { type Visitor, isOn, walk } from './xml-walk.ts';

/** What the sections of a document say of their headers and footers. */
export interface Margins {
  readonly references: readonly MarginReference[];
  readonly hasFirstPages: boolean;
}

/** The texts of headers and footers that are shown, each once: headers first. */
export async function marginsOf(
  docx: DocxPackage,
  relationships: readonly Relationship[],
  { references, hasFirstPages }: Margins,
  characters: number,
): Promise<string> {
  const hasEvenPages = await hasMarginsOfEvenPages(docx, relationships);
  const shown = references.filter(
    ({ type }) => (type !== 'first' || hasFirstPages) && (type !== 'even' || hasEvenPages),
  );
  const { header = [], footer = [] } = Object.groupBy(shown, ({ kind }) => kind);
  const parts = new Map(relationships.map(({ id, part }) => [id, part]));
  const names = new Set([...header, ...footer].map(({ relationship }) => parts.get(relationship) ?? ''));
  const texts = new Set<string>();
  for (const name of names) {
    texts.add(new DocxPartText(await docx.text(name), characters).lines().join('\n'));
  }
  texts.delete('');
  return [...texts].map((text) => `${text}\n`).join('\n');
}

/** Whether even pages have headers and footers of their own. */
async function hasMarginsOfEvenPages(
  docx: DocxPackage,
  relationships: readonly Relationship[],
): Promise<boolean> {
  let hasOwn = false;
  const settings = relationships.find(({ type }) => type === 'settings');
  const visitor: Visitor = {
    open: (tag) => {
      if (tag.name === 'evenAndOddHeaders') hasOwn = isOn(tag);
    },
    close: () => undefined,
  };
  if (settings) walk(await docx.text(settings.part), visitor);
  return hasOwn;
}
