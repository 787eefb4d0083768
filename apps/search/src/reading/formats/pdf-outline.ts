import type { getDocumentProxy } from 'unpdf';
import type { OutlineEntry } from './page-headings.ts';

/** A document of pdf.js. */
export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

type Item = Awaited<ReturnType<Pdf['getOutline']>>[number];

/** Further entries of an outline are ignored. */
const MOST_ENTRIES = 2_000;
const DEEPEST = 6;

/** The entries of a PDF's outline whose page is known, in their order; none when the outline is missing or broken. */
export async function outlineOf(pdf: Pdf): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = [];
  try {
    await collect(pdf, await itemsOf(pdf), 1, entries);
  } catch {
    return [];
  }
  return entries;
}

async function collect(
  pdf: Pdf,
  items: readonly Item[],
  level: number,
  entries: OutlineEntry[],
): Promise<void> {
  for (const item of items) {
    if (entries.length >= MOST_ENTRIES) return;
    const page = await pageOf(pdf, item);
    if (page !== null) entries.push({ level, title: item.title, page });
    const inner: readonly Item[] = item.items;
    if (level < DEEPEST) await collect(pdf, inner, level + 1, entries);
  }
}

/** pdf.js returns null for none, although its types exclude it. */
async function itemsOf(pdf: Pdf): Promise<readonly Item[]> {
  const items: readonly Item[] | null = await pdf.getOutline();
  return items ?? [];
}

async function pageOf(pdf: Pdf, { dest }: Item): Promise<number | null> {
  const place: readonly unknown[] | null = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
  const [target] = place ?? [];
  if (typeof target === 'number') return target + 1;
  return isReference(target) ? (await pdf.getPageIndex(target)) + 1 : null;
}

function isReference(value: unknown): value is Parameters<Pdf['getPageIndex']>[0] {
  return typeof value === 'object' && value !== null && 'num' in value && 'gen' in value;
}
